"""A score pad: what people tell of a round becomes a state that the spec's own count counts."""
