"""The setup gone through with bounds says what the real one comes to."""

from __future__ import annotations

from random import Random

import yaml
from lint_helpers import GAME, merged
from rummy.lint.deal import Deals
from rummy.lint.facts import Facts
from rummy.play.match import Match
from rummy.spec.load import load_text, shipped
from strategies.specs import spec_of

WAITING = {"steps": {"wait": {"choose": {"wait": {"say": True}}}}}
"""A turn that does nothing, so that the cards lie as the setup left them."""
ODD = [
    "setup: {deal: {auto: {deal: '5 if me == starter else 4'}}}",
    "setup: {deal: {auto: [{deal: 3}, {deal: 2, when: players > 2}]}}",
    "setup: {deal: {auto: {deal: 20}}}",
    "setup: {turn_up: {auto: {move: stock, to: pile, count: count(hand)}}}",
    "setup: {deal: {auto: {deal: 'count(stock) // players'}}}",
    "setup: {back: {auto: {turn_over: stock, onto: pile, keep: 3}}}",
    "setup: {give: {move: hand, to: hand of left, count: 2}}",
    "setup: {give: {optional: true, move: hand, to: pile, cards: rank == A}}",
    "setup: {give: {when: 'any(rank == A for hand)', auto: {move: hand, to: pile, count: all}}}",
    "setup: {swap: {repeat: {put: {move: hand, to: pile}}, at_most: 2}}",
    "setup: {none: {auto: {end: turn}}, more: {auto: {deal: 2}}}",
]


def whole_games() -> list[str]:
    """The shipped variants that are no overlays."""
    found = [path.read_text(encoding="utf-8") for path in shipped()]
    return [text for text in found if "extends" not in yaml.safe_load(text)]


def texts() -> list[str]:
    """Shipped variants that are no overlays, odd setups and random variants."""
    found = whole_games()
    game = yaml.safe_load(GAME)
    found += [yaml.safe_dump(merged(game, yaml.safe_load(p)), sort_keys=False) for p in ODD]
    return found + [spec_of(number) for number in range(25)]


def test_the_counts_of_the_cards_lie_within_the_bounds() -> None:
    sharp = 0
    for number, text in enumerate(texts()):
        data = yaml.safe_load(text)
        data["turn"] = WAITING
        for key in ("events", "examples"):
            data.pop(key, None)
        spec = load_text(yaml.safe_dump(data, sort_keys=False), "game.yaml")
        deals = Deals(Facts(spec))
        chance = Random(number)
        for players in {*spec.players}:
            usual = {option.name: option.default for option in spec.options}
            (setting,) = (
                one
                for one in deals.settings
                if one["players"] == one.get("seats", players) == players
                and all(one.get(name, value) == value for name, value in usual.items())
            )
            run = deals.run(setting)
            assert run is not None
            match = Match(spec, players, seed=number)
            for _ in range(20):
                legal = match.legal()
                if [match.text(action) for action in legal] == ["wait"]:
                    break
                match.apply(chance.choice(legal))
            view = match.view()
            if run.wanting:
                assert view.zone("stock").count == 0
                continue
            for zone in spec.zones:
                low, high = run.zones[zone.name]
                for seen in (seen for seen in view.zones if seen.name == zone.name):
                    assert low <= seen.count <= high, (text, zone.name, seen, run.zones)
            sharp += run.zones["stock"][0] == run.zones["stock"][1]
    assert sharp > 20


def test_each_odd_setup_is_valid() -> None:
    assert len(texts()) == len(whole_games()) + len(ODD) + 25
