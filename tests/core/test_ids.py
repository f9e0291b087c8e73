"""One paper has one key, however its id is written."""

import pytest

from papertui.text.identifiers import ArxivId, paper_key, parse_arxiv_id, parse_doi, parse_key


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2608.06197", ArxivId("2608.06197")),
        ("2608.06197v3", ArxivId("2608.06197", 3)),
        ("arXiv:0704.0001", ArxivId("0704.0001")),
        ("https://arxiv.org/abs/2608.06197v2", ArxivId("2608.06197", 2)),
        ("http://www.arxiv.org/pdf/2608.06197v2.pdf", ArxivId("2608.06197", 2)),
        ("https://arxiv.org/html/2608.06197#section", ArxivId("2608.06197")),
        ("https://export.arxiv.org/abs/2608.06197?context=cs", ArxivId("2608.06197")),
        ("https://doi.org/10.48550/arXiv.2608.06197", ArxivId("2608.06197")),
        ("10.48550/ARXIV.2608.06197", ArxivId("2608.06197")),
        ("oai:arXiv.org:2608.06197v1", ArxivId("2608.06197", 1)),
        ("hep-th/9901001v2", ArxivId("hep-th/9901001", 2)),
        ("math.GT/0309136", ArxivId("math/0309136")),
        ("arXiv:cond-mat/0012345", ArxivId("cond-mat/0012345")),
        ("260.06197", None),
        ("2608.061970", None),
        ("abcdefg", None),
        ("", None),
        ("10.1000/182", None),
        ("2608.06197x", None),
    ],
)
def test_arxiv_ids(text: str, expected: ArxivId | None) -> None:
    assert parse_arxiv_id(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10.1000/182", "10.1000/182"),
        ("https://doi.org/10.1145/ABC.Def", "10.1145/abc.def"),
        ("doi: 10.1145/abc.", "10.1145/abc"),
        ("10.1/x y", None),
        ("not a doi", None),
    ],
)
def test_dois(text: str, expected: str | None) -> None:
    assert parse_doi(text) == expected


def test_the_strongest_identity_makes_the_key() -> None:
    assert paper_key(arxiv_id="2608.06197v2", doi="10.1000/1") == "arxiv:2608.06197"
    assert paper_key(doi="10.48550/arXiv.2608.06197") == "arxiv:2608.06197"
    assert paper_key(doi="10.1000/ABC") == "doi:10.1000/abc"
    local = paper_key(title="Émile, or Education", first_author="J. Rousseau", year="1762")
    assert local == paper_key(title="Emile or  education", first_author="J Rousseau", year="1762")
    assert local.startswith("local:")
    assert parse_key(local) == local
    assert parse_key("https://arxiv.org/abs/2608.06197v9") == "arxiv:2608.06197"
    assert parse_key("nonsense") is None
