"""The index is extended, saved and read back without any change to its answers."""

from collections.abc import Iterable
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papertui.query import State, parse_query
from papertui.search import Document, Hits, SearchIndex, corrected

WORDS = [
    "graph",
    "graphs",
    "grpah",
    "neural",
    "network",
    "networks",
    "data",
    "set",
    "dataset",
    "a",
    "of",
    "β-vae",
    "学习",
]
NAMES = ["Li", "Müller", "Mueller", "O'Neil", "Ashish Vaswani"]
QUERIES = [
    "graph",
    "grahp netwrok",
    "neural network",
    "data set",
    "dataset",
    "mueller",
    "学",
    "-graph",
    "vaswni neural",
    "author:li",
]

titles = st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)
documents = st.builds(
    Document,
    key=st.integers(0, 30).map("local:{:012x}".format),
    title=titles,
    authors=st.lists(st.sampled_from(NAMES), max_size=2).map(tuple),
    topics=st.lists(st.sampled_from(["Graph Learning", "Data"]), max_size=1).map(tuple),
    categories=st.lists(st.sampled_from(["cs.AI", "cs.CL"]), max_size=2).map(tuple),
    abstract=titles,
    order=st.integers(0, 3).map(lambda year: year and 20200000 + 10000 * year),
    traits=st.sampled_from([State(0), State.WITH_PDF]),
)
libraries = st.lists(documents, max_size=12, unique_by=lambda document: document.key)


def ask(index: SearchIndex, text: str) -> Hits:
    return index.search(parse_query(text, now=date(2026, 8, 8)))


def exact_answers(index: SearchIndex) -> list[frozenset[str]]:
    """Return the exact matches of each query; scores, and so the order, depend on the size of the index."""
    hits = [ask(index, text) for text in QUERIES]
    return [frozenset(each.keys[: each.exact]) for each in hits]


@given(libraries, libraries)
def test_adding_and_removing_leaves_the_exact_answers_as_they_were(
    before: list[Document], after: list[Document]
) -> None:
    held = {document.key for document in before}
    added = [document for document in after if document.key not in held]
    index = SearchIndex.build(before)
    index.add(added)
    index.remove([document.key for document in added])
    assert exact_answers(index) == exact_answers(SearchIndex.build(before))
    assert len(index) == len(before)


@given(libraries, st.integers(1, 4))
def test_one_by_one_answers_as_all_at_once(library: list[Document], size: int) -> None:
    index = SearchIndex()
    for at in range(0, len(library), size):
        index.add(library[at : at + size])
    assert exact_answers(index) == exact_answers(SearchIndex.build(library))


@given(libraries, st.sampled_from(QUERIES))
def test_exact_stands_above_similar_and_none_stands_twice(library: list[Document], text: str) -> None:
    hits = ask(SearchIndex.build(library), text)
    assert len(set(hits.keys)) == len(hits.keys) == hits.total
    assert set(hits.keys) <= {document.key for document in library}
    for rank, key in enumerate(hits.keys):
        why = hits.explain(key)
        assert why is not None
        assert rank >= hits.exact or all(match.exact for match in why.matches)


def test_exact_matches_precede_similar_ones() -> None:
    library = [Document("arxiv:1", "graph"), Document("arxiv:2", "grahp"), Document("arxiv:3", "graph")]
    hits = ask(SearchIndex.build(library), "graph")
    assert (set(hits.keys[: hits.exact]), hits.keys[hits.exact :]) == ({"arxiv:1", "arxiv:3"}, ("arxiv:2",))


@given(libraries, st.text(max_size=40), st.text(max_size=80))
def test_no_query_raises_and_spans_stay_in_their_text(library: list[Document], text: str, shown: str) -> None:
    index = SearchIndex.build(library)
    for end in range(len(text) + 1):
        end_before = 0
        for start, stop, _ in ask(index, text[:end]).spans(shown):
            assert end_before <= start < stop <= len(shown)
            end_before = stop


@settings(max_examples=30)
@given(libraries, st.data())
def test_a_saved_index_answers_alike_and_a_damaged_one_is_none(
    tmp_path_factory: pytest.TempPathFactory, library: list[Document], data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("index") / "search.index"
    index = SearchIndex.build(library)
    index.remove([document.key for document in library[:1]])
    index.save(path, "7")
    read = SearchIndex.load(path, "7")
    assert read is not None
    assert [ask(read, text) for text in QUERIES] == [ask(index, text) for text in QUERIES]
    whole = path.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    path.write_bytes(whole[:at])
    assert SearchIndex.load(path, "7") is None
    path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])
    assert SearchIndex.load(path, "7") is None


def test_a_missing_foreign_or_stale_file_is_no_index(tmp_path: Path) -> None:
    path = tmp_path / "search.index"
    assert SearchIndex.load(path, "1") is None
    SearchIndex.build([Document("local:0", "Graph")]).save(path, "1")
    assert SearchIndex.load(path, "2") is None
    assert SearchIndex.load(path, "1") is not None
    assert [entry.name for entry in tmp_path.iterdir()] == ["search.index"]
    path.write_bytes(b"SQLite format 3\0" * 100)
    assert SearchIndex.load(path, "1") is None
    assert SearchIndex.load(tmp_path, "1") is None


def test_a_read_index_is_extended_like_any_other(tmp_path: Path) -> None:
    path = tmp_path / "search.index"
    SearchIndex.build([Document("local:0", "Graph", ids=("doi:10.1000/g",))]).save(path, "1")
    index = SearchIndex.load(path, "1")
    assert index is not None
    index.add([Document("local:1", "Graph theory"), Document("local:0", "Trees")])
    assert ask(index, "graph").keys == ("local:1",)
    assert ask(index, "tree").keys == ("local:0",)
    index.set_states({"local:1": State.STARRED})
    assert ask(index, "is:starred").keys == ("local:1",)
    assert ask(index, "10.1000/g").keys == ()


def test_a_build_breathes_between_documents() -> None:
    papers = [Document(f"local:{at}", f"Graph {at}") for at in range(1_000)]
    steps = SearchIndex.build_steps(papers)
    seen: list[int] = []
    while True:
        try:
            seen.append(next(steps))
        except StopIteration as end:
            index: SearchIndex = end.value
            break
    assert len(seen) > 10
    assert seen == sorted(seen)
    assert len(index) == 1_000


def test_many_small_additions_leave_few_parts() -> None:
    index = SearchIndex()
    for at in range(300):
        index.add([Document(f"local:{at}", f"Graph number{at}")])
    assert not index.is_worn
    assert ask(index, "graph").total == 300
    assert ask(index, "number217 ").keys[0] == "local:217"


def _suggested(papers: Iterable[str], text: str) -> list[tuple[str, int, tuple[str, ...]]]:
    index = SearchIndex.build(Document(f"local:{at}", title) for at, title in enumerate(papers))
    query = parse_query(text, now=date(2026, 8, 8))
    return [(each.word, each.count, each.nearest) for each in index.suggestions(query)]


def test_an_empty_result_says_what_each_word_finds_and_what_was_meant() -> None:
    found = _suggested(["Convolutional networks", "Deep networks"], "convoluted networks ")
    assert found == [("convoluted", 0, ("convolutional",)), ("networks", 2, ())]


def test_the_meant_query_is_offered_whole() -> None:
    index = SearchIndex.build([Document("local:0", "Convolutional networks")])
    text = 'Convoluted networks -"of trees"'
    query = parse_query(text, now=date(2026, 8, 8))
    assert corrected(text, index.suggestions(query)) == 'convolutional networks -"of trees"'
    assert corrected("networks", index.suggestions(parse_query("networks", now=date(2026, 8, 8)))) is None


def test_a_hit_says_which_fields_hold_which_words() -> None:
    index = SearchIndex.build([Document("local:0", "Graph theory", ("Paul Erdős",), abstract="On graphs.")])
    why = ask(index, "graph erdso").explain("local:0")
    assert why is not None
    assert {(match.word, match.field.value, match.term, match.exact) for match in why.matches} == {
        ("graph", "title", "graph", True),
        ("graph", "abs", "graph*", True),
        ("erdso", "author", "erdos", False),
    }
    assert why.score > 0
    assert ask(index, "graph").explain("unknown") is None


def test_how_many_papers_have_a_word() -> None:
    index = SearchIndex.build(
        [Document("local:0", "Graph", abstract="graph"), Document("local:1", "A graph")]
    )
    assert index.document_frequency("graph") == 2
    index.remove(["local:1"])
    assert index.document_frequency("graph") == 1
    assert index.document_frequency("tree") == 0
