"""The half-remembered paper is found, and what is exact stands above what is similar."""

from datetime import date

import pytest

from papertui.query import State, parse_query
from papertui.search import Document, Hits, SearchIndex

PAPERS = [
    Document(
        "arxiv:1706.03762",
        "Attention Is All You Need",
        ("Ashish Vaswani", "Noam Shazeer"),
        topics=("Machine Translation",),
        categories=("cs.CL", "cs.LG"),
        abstract="The dominant sequence transduction models are based on recurrent networks.",
        ids=("doi:10.1000/attention",),
        order=20170612,
        traits=State.WITH_PDF,
    ),
    Document(
        "arxiv:1810.04805",
        "Pre-training of Deep Bidirectional Transformers",
        ("Jacob Devlin", "Ming-Wei Chang"),
        categories=("cs.CL",),
        abstract="A language model that reads both sides, with attention.",
        order=20181011,
    ),
    Document(
        "doi:10.1000/x", "Über die Größe: Čech cohomology", ("José Müller", "Łukasz Kaiser"), order=20200000
    ),
    Document("local:000000000001", "基于深度学习的语义理解", ("张三",), order=20210000),
    Document(
        "local:000000000002",
        r"$\beta$-VAE: Learning Basic Visual Concepts",
        ("Irina Higgins",),
        order=20170400,
    ),
    Document("local:000000000003", "Language Models Are Few-Shot Learners", ("A. Smith",), order=20200528),
]
ATTENTION, BERT, CECH, CHINESE, VAE, FEW_SHOT = (paper.key for paper in PAPERS)


@pytest.fixture
def index() -> SearchIndex:
    return SearchIndex.build(PAPERS)


def search(index: SearchIndex, text: str, *, limit: int | None = 200) -> Hits:
    abstracts = {paper.key: paper.abstract for paper in PAPERS}
    query = parse_query(text, now=date(2026, 8, 8))
    return index.search(query, limit=limit, abstract=lambda key: abstracts[key])


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("attention need ", ATTENTION),
        ("need attention all ", ATTENTION),
        ("vaswani transduction ", ATTENTION),
        ("attent", ATTENTION),
        ("pretraining", BERT),
        ("pre-training", BERT),
        ("pre training", BERT),
        ("Čech", CECH),
        ("cech grosse", CECH),
        ("müller", CECH),
        ("muller", CECH),
        ("mueller", CECH),
        ("lukasz", CECH),
        ("深度学习", CHINESE),
        ("习", CHINESE),
        ("张三", CHINESE),
        ("beta vae", VAE),
        ("β-vae", VAE),
        ("languagemodels", FEW_SHOT),
        ("fewshot", FEW_SHOT),
        ("1706.03762", ATTENTION),
        ("arxiv.org/abs/1706.03762v7", ATTENTION),
        ("https://doi.org/10.1000/attention", ATTENTION),
        ("id:1810", BERT),
    ],
)
def test_it_is_found_exactly_however_it_is_written(index: SearchIndex, text: str, key: str) -> None:
    hits = search(index, text)
    assert hits.keys[0] == key
    assert hits.exact >= 1


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("atention is al you need", ATTENTION),
        ("vaswnai", ATTENTION),
        ("transformres bidirectoinal", BERT),
        ("cohomolgy muler", CECH),
        ("bidirectional unheardof", BERT),
    ],
)
def test_it_is_found_misspelt_or_with_a_word_too_many(index: SearchIndex, text: str, key: str) -> None:
    hits = search(index, text)
    assert hits.keys[0] == key
    assert hits.exact == 0


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("title:attention", [ATTENTION]),
        ("abs:attention", [BERT]),
        ("author:devlin attention ", [BERT]),
        ('author:="Ashish Vaswani"', [ATTENTION]),
        ('author:="Vaswani"', []),
        ('topic:="machine translation"', [ATTENTION]),
        ("topic:=machine", []),
        ("cat:cs.LG", [ATTENTION]),
        ("cat:cs", [BERT, ATTENTION]),
        ("cat:cs.*", [BERT, ATTENTION]),
        ("cat:=cs", []),
        ('"all you need"', [ATTENTION]),
        ('"you all need"', []),
        ('"sequence transduction"', [ATTENTION]),
        ("attention -vaswani ", [BERT]),
        ("(few OR bidirectional) -learners ", [BERT]),
        ("after:2020", [CHINESE, FEW_SHOT, CECH]),
        ("on:2017", [ATTENTION, VAE]),
        ("has:pdf", [ATTENTION]),
        ("has:pdf OR cohomology ", [CECH, ATTENTION]),
    ],
)
def test_conditions_and_fields_hold(index: SearchIndex, text: str, keys: list[str]) -> None:
    hits = search(index, text)
    assert list(hits.keys[: hits.exact]) == keys
    assert hits.total == len(hits.keys)


def test_what_the_reader_did_is_asked_for(index: SearchIndex) -> None:
    index.set_states({BERT: State.READ | State.STARRED, "unknown": State.READ})
    assert search(index, "is:read").keys == (BERT,)
    assert search(index, "attention is:unread ").keys == (ATTENTION,)
    index.set_states({BERT: State(0)})
    assert search(index, "is:starred").keys == ()


def test_tags_and_notes_are_found_and_forgotten(index: SearchIndex) -> None:
    index.annotate({BERT: (("to-read", "classic"), "ask Zoë about masking")})
    for text in ("tag:classic", 'tag:="to-read"', "note:zoe", "masking", "classic"):
        assert search(index, text).keys == (BERT,)
    index.annotate({BERT: ((), "")})
    assert search(index, "tag:classic").keys == ()


@pytest.mark.parametrize("text", ["a vaswani", "A. Vaswani", "vaswani a ", "Vaswani, A."])
def test_an_initial_tells_authors_of_one_surname_apart(index: SearchIndex, text: str) -> None:
    index.add(
        [Document(f"local:{at:012x}", "Later", ("Bea Vaswani", "Ali Li"), order=20260000) for at in range(9)]
    )
    hits = search(index, text)
    assert hits.keys[0] == ATTENTION
    assert hits.exact == 10


def test_exact_matches_stand_above_similar_ones(index: SearchIndex) -> None:
    index.add([Document("local:000000000004", "Attentoin in birds", order=19900000)])
    hits = search(index, "attentoin")
    assert hits.keys[0] == "local:000000000004"
    assert hits.exact == 1
    assert ATTENTION in hits.keys[1:]


def test_the_newest_stands_first_among_equals() -> None:
    index = SearchIndex.build(Document(f"local:{at:012x}", "Graph", order=20000000 + at) for at in range(300))
    hits = search(index, "graph", limit=10)
    assert hits.keys == tuple(f"local:{at:012x}" for at in range(299, 289, -1))
    assert (hits.exact, hits.total) == (10, 300)


def test_a_paper_added_again_is_replaced_and_a_removed_one_is_gone(index: SearchIndex) -> None:
    index.add([Document(BERT, "Something else")])
    assert search(index, "bidirectional").keys == ()
    assert search(index, "something").keys == (BERT,)
    index.remove([BERT, "unknown"])
    assert search(index, "something").keys == ()
    assert BERT not in search(index, "").keys
    assert len(index) == len(PAPERS) - 1


def test_only_what_is_allowed_is_shown_and_the_rest_is_counted(index: SearchIndex) -> None:
    query = parse_query("attention ", now=date(2026, 8, 8))
    hits = index.search(query, allow={BERT})
    assert hits.keys == (BERT,)
    assert (hits.total, hits.elsewhere) == (1, 1)


@pytest.mark.parametrize(
    ("query", "text", "marked"),
    [
        ("attention nee", "Attention Is All You Need", [("Attention", True), ("Nee", True)]),
        ("atention", "Attention Is All You Need", [("Attention", False)]),
        ("pretraining", "Pre-training of Deep", [("Pre-training", True)]),
        ("pre", "Pre-training of Deep", [("Pre", True)]),
        ("muller", "José Müller", [("Müller", True)]),
        ("mueller", "José Müller", [("Müller", True)]),
        ("学习", "基于深度学习的", [("学习", True)]),
        ("languagemodels", "Language Models Are", [("Language", True), ("Models", True)]),
    ],
)
def test_what_was_found_is_marked(
    index: SearchIndex, query: str, text: str, marked: list[tuple[str, bool]]
) -> None:
    spans = search(index, query).spans(text)
    assert [(text[span.start : span.end], span.exact) for span in spans] == marked
