"""Laws of changes and lines, for any records, keys and damage."""

from hypothesis import given
from hypothesis import strategies as st

from papertui.store.changes import TableChange, Tables, apply, decode, difference, dump, encode
from papertui.store.lines import items_of, seal, unseal
from papertui.store.snapshot import read_snapshot_lines, snapshot_lines

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
names = text.filter(bool)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=6,
)
records = st.dictionaries(names, values, max_size=4)
tables = st.dictionaries(names, st.dictionaries(text, records, max_size=4), max_size=3)


def as_bytes(all_records: dict[str, dict[str, dict[str, object]]]) -> Tables:
    return {
        table: {key: dump(record) for key, record in found.items()} for table, found in all_records.items()
    }


@given(before=st.none() | records, after=records)
def test_a_difference_leads_from_one_record_to_the_other(
    before: dict[str, object] | None, after: dict[str, object]
) -> None:
    held: Tables = {"t": {} if before is None else {"k": dump(before)}}
    apply(held, TableChange("t", ("k",), difference(held["t"].get("k"), after)))
    assert items_of(held["t"]["k"]) == [after]
    assert not difference(held["t"]["k"], after)


@given(
    changes=st.lists(
        st.builds(TableChange, names, st.lists(text, min_size=1, max_size=3).map(tuple), st.none() | records),
        max_size=4,
    )
)
def test_changes_are_read_as_they_were_written(changes: list[TableChange]) -> None:
    if changes and changes[0].keys and changes[-1].fields is not None and len(changes) > 1:
        changes[-1] = TableChange("history", ("1",), {**changes[-1].fields, "same": changes[0].keys})
    found = decode(items_of(encode(changes)) or [])
    assert found is not None
    assert dump([[c.table, c.keys, c.fields] for c in found]) == dump(
        [[c.table, c.keys, c.fields] for c in changes]
    )


@given(
    content=st.binary(max_size=60).filter(lambda content: b"\n" not in content), seed=st.integers(0, 2**31)
)
def test_a_line_that_differs_in_a_bit_or_a_seed_is_damaged(content: bytes, seed: int) -> None:
    line = seal(content, seed)[:-1]
    assert unseal(line, seed) == content
    assert unseal(line, seed + 1) is None
    for bit in range(len(line) * 8):
        flipped = bytearray(line)
        flipped[bit // 8] ^= 1 << bit % 8
        assert unseal(bytes(flipped), seed) is None


@given(all_records=tables)
def test_a_snapshot_is_read_as_it_was_written(all_records: dict[str, dict[str, dict[str, object]]]) -> None:
    written = as_bytes(all_records)
    lines = b"".join(snapshot_lines(written, 7)).splitlines()
    snapshot = read_snapshot_lines(((line, True) for line in lines), "state.json")
    assert snapshot.whole
    assert snapshot.generation == 7
    assert snapshot.tables == {table: found for table, found in written.items() if found}
