"""Feeds in, and what a server says instead of one."""

import pytest

from papertui.errors import ImportFileError
from papertui.formats import Found, Skipped
from tests.core.reading import begin, paper_of, papers_of

API = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">
<title>arXiv Query</title>
<entry><id>http://arxiv.org/abs/2608.00001v2</id><title>Deep
  Trees</title><published>2026-08-06T10:00:00Z</published><updated>2026-09-01T00:00:00Z</updated>
<summary>  First line
and second.</summary><author><name>Ann Lee</name><arxiv:affiliation>X</arxiv:affiliation></author>
<author><name>Bo</name></author>
<arxiv:primary_category term="cs.CL"/><category term="cs.AI"/><category term="cs.CL"/>
<arxiv:doi>10.1000/Z</arxiv:doi><arxiv:journal_ref>Nature 1</arxiv:journal_ref>
<arxiv:comment>Code at https://example.org/code. This paper has been withdrawn</arxiv:comment></entry>
</feed>"""
RSS = """<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom"><channel>
<title>cs.AI updates</title><link>http://rss.arxiv.org/rss/cs.AI</link>
<item><title>Trees &amp;amp; Graphs</title><link>https://arxiv.org/abs/2608.00002</link>
<description>arXiv:2608.00002v1 Announce Type: new
Abstract: We show
 trees.</description><guid isPermaLink="false">oai:arXiv.org:2608.00002v1</guid><category>cs.AI</category>
<pubDate>Thu, 06 Aug 2026 00:00:00 -0400</pubDate><arxiv:announce_type>new</arxiv:announce_type>
<dc:creator>Ann Lee, Bo Li</dc:creator></item>
<item><title>Old</title><link>https://arxiv.org/abs/2203.00002</link>
<description>arXiv:2203.00002v3 Announce Type: replace
Abstract: Old.</description><guid>oai:arXiv.org:2203.00002v3</guid><pubDate>Thu, 06 Aug 2026 00:00:00 -0400</pubDate>
</item></channel></rss>"""
RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>hep-ex</title></channel>
<item rdf:about="http://arxiv.org/abs/1805.00001"><title>Spin. (arXiv:1805.00001v2 [hep-ex] UPDATED)</title>
<link>http://arxiv.org/abs/1805.00001</link><description>&lt;p&gt;In 2015
 $2&amp;lt;x$.&lt;/p&gt;</description>
<dc:creator>&lt;a href="http://arxiv.org/a"&gt;Ann Lee&lt;/a&gt; (STAR Collaboration),
 &lt;a href="x"&gt;Bo Li&lt;/a&gt;</dc:creator></item>
</rdf:RDF>"""


def test_the_api_of_arxiv() -> None:
    paper = paper_of(API)
    assert (paper.key, paper.version, paper.title) == ("arxiv:2608.00001", 2, "Deep Trees")
    assert (paper.date, paper.abstract, paper.authors) == (
        "2026-08-06",
        "First line and second.",
        ("Ann Lee", "Bo"),
    )
    assert (paper.category, paper.categories, paper.doi) == ("cs.CL", ("cs.CL", "cs.AI"), "10.1000/z")
    assert (paper.venue, paper.affiliations, paper.links) == (
        "Nature 1",
        ("X",),
        ("https://example.org/code",),
    )
    assert "withdrawn" in paper.alternates[0].abstract


def test_announcements_in_rss_2() -> None:
    new, replaced = papers_of(RSS)
    assert (new.arxiv_id, new.version, new.title) == ("2608.00002", 1, "Trees & Graphs")
    assert (new.authors, new.date, new.abstract) == (("Ann Lee", "Bo Li"), "2026-08-06", "We show trees.")
    assert (new.category, replaced.version, replaced.date) == ("cs.AI", 3, "")


def test_announcements_in_rss_1() -> None:
    paper = paper_of(RDF)
    assert (paper.arxiv_id, paper.version, paper.title) == ("1805.00001", 2, "Spin")
    assert (paper.authors, paper.category) == (("Ann Lee", "Bo Li"), "hep-ex")
    assert paper.abstract == "In 2015 $2<x$."


def test_a_feed_that_is_cut_off_gives_what_came_before() -> None:
    for end in range(len(RSS) - 60, 60, -40):
        records = list(begin(RSS[:end], kind="feed").records)
        assert isinstance(records[-1], Skipped)
        assert "truncated" in records[-1].reason
        whole = RSS[:end].count("</item>")
        assert sum(isinstance(record, Found) for record in records) == whole


@pytest.mark.parametrize(
    "declared",
    [
        '<!DOCTYPE feed [<!ENTITY a "b">]>',
        '<!DOCTYPE x SYSTEM "file:///etc/passwd">',
        '<!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>',
    ],
)
def test_a_document_type_is_refused(declared: str) -> None:
    text = API.replace('encoding="UTF-8"?>', f'encoding="UTF-8"?>{declared}')
    with pytest.raises(ImportFileError, match="refused"):
        list(begin(text).records)


def test_a_complaint_is_no_paper() -> None:
    text = API.replace("2608.00001v2", "errors#x").replace("Deep\n  Trees", "Error")
    [record] = begin(text).records
    assert isinstance(record, Skipped)
    assert "First line" in record.reason


def test_a_web_page_is_told_apart() -> None:
    for page in ("<!DOCTYPE html><html>", "<html><body>503 Service Unavailable</body></html>"):
        with pytest.raises(ImportFileError, match="web page"):
            begin(page)


def test_nothing_of_a_feed_reaches_the_terminal_uncleaned() -> None:
    text = API.replace("Deep\n  Trees", "A&#155;31mB&#x202e;C")
    assert paper_of(text).title.replace("\ufffd", "") == "A31mBC"


def test_a_description_of_many_paragraphs_is_read_in_linear_time() -> None:
    opened = "&lt;p&gt;" * 100_000
    paper = paper_of(
        f"<rss><item><title>T</title><description>{opened}Why.&lt;/p&gt;</description></item></rss>"
    )
    assert paper.abstract == "Why."


def test_authors_and_abstract_may_be_paragraphs_of_the_description() -> None:
    parts = ("Ann Lee, Bo Li", "We show.", "&lt;b&gt;Comments:&lt;/b&gt; x")
    body = "".join(f"&lt;p&gt;{part}&lt;/p&gt;" for part in parts)
    paper = paper_of(
        f"<rss><item><title>T</title><author>Ann Lee</author><description>{body}</description></item></rss>"
    )
    assert (paper.authors, paper.abstract) == (("Ann Lee", "Bo Li"), "We show.")
