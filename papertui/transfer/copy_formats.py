"""Forms to copy a paper: link, id, title, BibTeX, Markdown, abstract."""

from collections.abc import Sequence
from dataclasses import dataclass

from papertui.model import UNMARKED, Paper
from papertui.text.cleaning import clean_block
from papertui.text.tex import display_title, tex_to_text


@dataclass(frozen=True, slots=True)
class CopyForm:
    """The text to copy, and its name for the message; the text is empty if the paper lacks it."""

    text: str
    label: str


_OF_SEVERAL_LINES = frozenset({"bibtex", "abstract"})
COPY_FORMS = ("link", "pdf", "id", "title", "bibtex", "markdown", "abstract")


def copy_papers(papers: Sequence[Paper], form: str, page: str = "abs") -> CopyForm:
    """Return papers in a form as `copy_form` does, one below the other; skip papers that lack it."""
    copied = [copy_form(paper, form, page) for paper in papers]
    texts = [one.text for one in copied if one.text]
    label = copied[0].label if len(copied) == 1 else f"{form} of {len(texts):,} papers"
    return CopyForm(("\n\n" if form in _OF_SEVERAL_LINES else "\n").join(texts), label)


def copy_form(paper: Paper, form: str, page: str = "abs") -> CopyForm:
    """Return a paper in one of the `COPY_FORMS`, cleaned, with TeX as text except in BibTeX.

    Links lead to a page of an arXiv paper: ``abs``, ``pdf`` or ``html``.
    """
    title = display_title(paper)
    match form:
        case "link":
            return CopyForm(paper.page_url(page), "a search for the title" if paper.url_is_search else "link")
        case "pdf":
            return CopyForm(paper.pdf_url, "PDF link")
        case "id":
            return CopyForm(paper.arxiv_id or paper.doi or paper.key, "id")
        case "title":
            return CopyForm(title, "title")
        case "bibtex":
            from papertui.formats import write_papers  # noqa: PLC0415 - slow to load and rarely used

            return CopyForm(clean_block("".join(write_papers("bibtex", [(paper, UNMARKED)]))), "BibTeX")
        case "markdown":
            escaped = title.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
            return CopyForm(f"[{escaped}]({paper.page_url(page)})", "Markdown link")
        case _:
            return CopyForm(clean_block(tex_to_text(paper.abstract)), "abstract")
