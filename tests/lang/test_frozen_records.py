"""Records defined in the quick way behave as those of the library do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rummy import frozen


def family(dataclass: Callable[..., Any]) -> Any:
    """The same classes by either way: a base, a record below it, one that is itself alone."""

    @dataclass(frozen=True, slots=True)
    class Base:
        """A base."""

        one: int
        hidden: int = field(compare=False, repr=False)

    @dataclass(frozen=True, slots=True)
    class Below(Base):
        """More fields, with values of their own where nothing is given."""

        many: tuple[int, ...] = ()
        kept: list[int] = field(default_factory=list, compare=False)

        @property
        def total(self) -> int:
            return self.one + sum(self.many)

    @dataclass(frozen=True, slots=True)
    class Other(Base):
        """The same fields as the base."""

    @dataclass(frozen=True, slots=True)
    class Empty:
        """Nothing at all."""

    @dataclass(frozen=True, slots=True, eq=False)
    class Alone:
        """Equal to itself only; fills in a field by itself."""

        given: int
        made: int = field(init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "made", self.given + 1)

    class Out:
        pass

    Out.Base, Out.Below, Out.Other, Out.Empty, Out.Alone = Base, Below, Other, Empty, Alone
    return Out


OURS, THEIRS = family(frozen.dataclass), family(dataclasses.dataclass)
NUMBERS = st.integers(-3, 3)
ROWS = st.lists(NUMBERS, max_size=3).map(tuple)


@given(NUMBERS, NUMBERS, ROWS, NUMBERS, NUMBERS, ROWS)
def test_equality_hash_and_what_is_shown_are_those_of_the_library(
    a: int, b: int, c: tuple[int, ...], d: int, e: int, f: tuple[int, ...]
) -> None:
    one, other = ([kind.Below(a, b, c), kind.Below(d, e, f)] for kind in (OURS, THEIRS))
    assert (one[0] == one[1]) == (other[0] == other[1])
    assert list(map(hash, one)) == list(map(hash, other))
    assert list(map(repr, one)) == list(map(repr, other))
    assert [each.total for each in one] == [each.total for each in other]
    assert OURS.Base(a, b) != OURS.Other(a, b)
    assert hash(OURS.Empty()) == hash(THEIRS.Empty()) and OURS.Empty() == OURS.Empty()


@pytest.mark.parametrize("kind", (OURS, THEIRS), ids=("ours", "theirs"))
def test_fields_matching_replacing_and_arguments_by_name_work(kind: Any) -> None:
    record = kind.Below(hidden=2, one=1)
    assert [item.name for item in fields(record)] == ["one", "hidden", "many", "kept"]
    assert kind.Below.__match_args__ == ("one", "hidden", "many", "kept")
    assert replace(record, many=(5,)).total == 6
    assert record.kept == [] and record.kept is not kind.Below(1, 2).kept
    assert record == kind.Below(1, 99) and not hasattr(record, "__dict__")
    with pytest.raises(TypeError):
        kind.Below(1)
    with pytest.raises(TypeError):
        kind.Below(1, 2, (), [], 5)
    with pytest.raises(TypeError):
        kind.Below(1, 2, unknown=3)


@pytest.mark.parametrize("kind", (OURS, THEIRS), ids=("ours", "theirs"))
def test_nothing_can_be_set_or_deleted(kind: Any) -> None:
    for record, name in ((kind.Below(1, 2), "one"), (kind.Alone(1), "made")):
        with pytest.raises(FrozenInstanceError):
            setattr(record, name, 1)
        with pytest.raises(FrozenInstanceError):
            delattr(record, name)


@pytest.mark.parametrize("kind", (OURS, THEIRS), ids=("ours", "theirs"))
def test_a_record_without_equality_is_equal_to_itself_alone(kind: Any) -> None:
    one = kind.Alone(1)
    assert one.made == 2 and one == one and one != kind.Alone(1)
    assert len({one, kind.Alone(1)}) == 2


@frozen.dataclass(frozen=True, slots=True)
class Sent:
    """A record that can be sent to another process."""

    one: int
    rest: tuple[int, ...] = ()


def test_records_can_be_copied_and_sent() -> None:
    record = Sent(1, (2, 3))
    assert pickle.loads(pickle.dumps(record)) == record
    assert copy.copy(record) == record == copy.deepcopy(record)


def test_what_is_compiled_at_first_use_is_called_once_through_the_first_call() -> None:
    made = family(frozen.dataclass).Below
    before = made.__init__
    made(1, 2)
    assert made.__init__ is not before
    assert made.__init__.__qualname__.endswith("Below.__init__")


def test_other_kinds_of_dataclass_are_refused() -> None:
    with pytest.raises(TypeError, match="frozen"):
        frozen.dataclass(frozen=False, slots=True)
