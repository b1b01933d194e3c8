"""Frozen dataclasses that take little time to define.

A process that checks one file defines some two hundred records, and the library
writes and compiles six methods for each of them; together that takes longer than
the checking. Here the library still says what the fields are, so that ``fields``,
``replace`` and ``match`` work as they do everywhere. What is alike in all records
is shared, and a method that is not is compiled when it is first used.

``@dataclass(frozen=True, slots=True)`` means what it means in the library; other
kinds of dataclass come from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    import dataclasses
    from reprlib import recursive_repr

    _LEFT_OUT = object()

    def dataclass(*, frozen, slots, eq=True):
        """Make a frozen dataclass with slots; ``eq=False``: each is equal to itself alone."""
        if not (frozen and slots):
            raise TypeError("only frozen dataclasses with slots are made here")
        return lambda cls: _made(cls, eq)

    def _made(cls, eq):
        own = set(cls.__dict__)
        made = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(cls)
        names = [field.name for field in dataclasses.fields(made)]
        methods = {
            "__init__": _when_first_used(made, "__init__", _init),
            "__repr__": _repr([field.name for field in dataclasses.fields(made) if field.repr]),
            "__setattr__": _refuse_to_set,
            "__delattr__": _refuse_to_delete,
            "__getstate__": _getstate(names),
            "__setstate__": _setstate(names),
        }
        if eq:
            methods["__eq__"] = _when_first_used(made, "__eq__", _eq)
            methods["__hash__"] = _when_first_used(made, "__hash__", _hash)
        for name, method in methods.items():
            if name not in own:
                setattr(made, name, method)
        return made

    def _when_first_used(made, name, write):
        """A method that is compiled when it is called for the first time."""

        def method(self, *args, **kwargs):
            known = {}
            exec(write(dataclasses.fields(made), made, known), known)
            real = known[name]
            real.__qualname__ = f"{made.__qualname__}.{name}"
            setattr(made, name, real)
            return real(self, *args, **kwargs)

        method.__name__ = name
        return method

    def _init(fields, made, known):
        """What the library would write, with each slot filled without a look for its name."""
        parameters, lines = ["self"], []
        for field in fields:
            name = value = field.name
            if not field.init:
                continue
            known[f"_put_{name}"] = getattr(made, name).__set__
            if field.default is not dataclasses.MISSING:
                known[f"_default_{name}"] = field.default
                parameters.append(f"{name}=_default_{name}")
            elif field.default_factory is not dataclasses.MISSING:
                known |= {"_left_out": _LEFT_OUT, f"_make_{name}": field.default_factory}
                parameters.append(f"{name}=_left_out")
                value = f"_make_{name}() if {name} is _left_out else {name}"
            else:
                parameters.append(name)
            lines.append(f"    _put_{name}(self, {value})\n")
        if hasattr(made, "__post_init__"):
            lines.append("    self.__post_init__()\n")
        return f"def __init__({', '.join(parameters)}):\n" + ("".join(lines) or "    pass\n")

    def _eq(fields, made, known):
        return (
            "def __eq__(self, other):\n"
            "    if other.__class__ is self.__class__:\n"
            f"        return {_values('self', fields)} == {_values('other', fields)}\n"
            "    return NotImplemented\n"
        )

    def _hash(fields, made, known):
        return f"def __hash__(self):\n    return hash({_values('self', fields)})\n"

    def _values(of, fields):
        return "(" + "".join(f"{of}.{field.name}, " for field in fields if field.compare) + ")"

    def _repr(names):
        @recursive_repr()
        def __repr__(self):
            shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
            return f"{type(self).__qualname__}({shown})"

        return __repr__

    def _refuse_to_set(self, name, value):
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

    def _refuse_to_delete(self, name):
        raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")

    def _getstate(names):
        return lambda self: [getattr(self, name) for name in names]

    def _setstate(names):
        def __setstate__(self, state):
            for name, value in zip(names, state, strict=True):
                object.__setattr__(self, name, value)

        return __setstate__
