"""How scopes stand: counts and momentum that are kept, that go out of date, and that are renewed in steps."""

from dataclasses import replace

from papertui.insights.momentum import Trends
from papertui.insights.scope_counts import Overview
from papertui.library import Library
from papertui.library.marks import DISMISS, READ, UNDISMISS
from papertui.model import EVERYTHING, Ranking, Scope, ScopeKind
from tests.conftest import paper

TOPIC = Scope(ScopeKind.TOPIC, "LLM Agent Training")
LIANG = Scope(ScopeKind.AUTHOR, "Leowei Liang")
UNREAD = Scope(ScopeKind.SEARCH, "unread")
FOLLOWING = Scope(ScopeKind.FOLLOWING)
LANGUAGE = Scope(ScopeKind.CATEGORY, "cs.CL")


def large(library: Library) -> Library:
    """Put in so many papers that nothing is counted without asking."""
    papers = [
        paper(number, topics=("Made Up",), category="cs.CL", authors=("Ada", f"Bo {number}"))
        for number in range(3_000)
    ]
    library.actions.change_papers("Put papers", {each.key: each for each in papers})
    return library


def test_every_kind_of_scope_is_counted_as_the_library_counts_it(library: Library) -> None:
    overview = Overview(library)
    library.saved_searches.save("unread", "is:unread")
    library.follow(TOPIC)
    for scope in (EVERYTHING, TOPIC, LIANG, UNREAD, FOLLOWING, LANGUAGE, Scope(ScopeKind.STARRED)):
        assert overview.standing(scope).count == library.count(scope)
    assert overview.standing(TOPIC).momentum == Trends(library.contents, library.clock).topic(TOPIC.name)
    assert overview.standing(LANGUAGE).momentum == Trends(library.contents, library.clock).category("cs.CL")
    assert overview.standing(LIANG).momentum == Trends(library.contents, library.clock).of(
        library.scopes.keys(LIANG)
    )
    assert overview.standing(Scope(ScopeKind.TAG, "no such tag")).momentum is None


def test_what_was_counted_holds_until_it_is_out_of_date(library: Library) -> None:
    library.saved_searches.save("unread", "is:unread")
    overview = Overview(library)
    assert overview.standing(UNREAD).count == library.count(UNREAD)
    library.apply(READ, list(library.scopes.keys(LIANG))[:1])
    kept = overview.standing(UNREAD).count
    assert kept is not None
    assert kept.total == 35
    overview.expire()
    renewed = overview.standing(UNREAD).count
    assert renewed is not None
    assert renewed.total == 34


def test_a_large_library_is_counted_in_steps_alone(library: Library) -> None:
    large(library)
    library.follow(TOPIC)
    overview = Overview(library)
    made_up = Scope(ScopeKind.TOPIC, "Made Up")
    assert overview.standing(FOLLOWING).count is None
    before = overview.standing(made_up)
    assert before.count == library.count(made_up)
    assert before.momentum is None
    steps = list(overview.renew([FOLLOWING, made_up]))
    assert len(steps) > 3
    assert overview.standing(FOLLOWING).count == library.count(TOPIC)
    assert overview.standing(made_up).momentum == Trends(library.contents, library.clock).topic("Made Up")
    overview.expire()
    library.apply(READ, list(library.scopes.keys(TOPIC)))
    stale = overview.standing(FOLLOWING).count
    assert stale is not None
    assert stale.unread == 30
    for _ in overview.renew([FOLLOWING]):
        continue
    assert overview.standing(FOLLOWING).count == library.count(TOPIC)


def test_counting_that_was_broken_off_or_overtaken_is_done_again(library: Library) -> None:
    library.follow(TOPIC)
    large(library)
    overview = Overview(library)
    begun = overview.renew([FOLLOWING])
    next(begun)
    begun.close()
    overtaken = overview.renew([FOLLOWING])
    next(overtaken)
    library.apply(READ, list(library.scopes.keys(TOPIC)))
    overview.expire()
    for _ in overtaken:
        continue
    for _ in overview.renew([FOLLOWING]):
        continue
    count = overview.standing(FOLLOWING).count
    assert count is not None
    assert count.unread == 0


def test_orders_of_topics(library: Library) -> None:
    topics = {"Quiet": ("2026-01-02",) * 3, "Rising": ("2026-08-05",) * 2, "alone": ("2026-08-06",)}
    papers = [
        paper(number, topics=(name,), date=date)
        for number, (name, date) in enumerate(
            (name, date) for name, dates in topics.items() for date in dates
        )
    ]
    library.actions.change_papers("Put papers", {each.key: each for each in papers})
    library.apply(READ, list(library.scopes.keys(Scope(ScopeKind.TOPIC, "Rising"))))
    scopes = [Scope(ScopeKind.TOPIC, name) for name in topics]
    overview = Overview(library)

    def order(ranking: Ranking) -> list[str]:
        return [scope.name for scope in overview.in_order(scopes, ranking)]

    assert order(Ranking.SIZE) == ["Quiet", "Rising", "alone"]
    assert order(Ranking.UNREAD) == ["Quiet", "alone", "Rising"]
    assert order(Ranking.MOMENTUM) == ["Rising", "alone", "Quiet"]
    assert order(Ranking.NAME) == ["alone", "Quiet", "Rising"]
    assert order(Ranking.HOT) == ["alone", "Quiet", "Rising"]


def test_categories_are_counted_as_papers_come_change_and_go(library: Library) -> None:
    there = paper(1, category="q-bio.GN")
    library.actions.change_papers("Put", {there.key: there})
    assert library.count(Scope(ScopeKind.CATEGORY, "q-bio.GN")).unread == 1
    library.apply(DISMISS, [there.key])
    assert library.count(Scope(ScopeKind.CATEGORY, "q-bio.GN")).total == 0
    assert "q-bio.GN" in library.scopes.categories_by_size()
    library.apply(UNDISMISS, [there.key])
    library.actions.change_papers("Put", {there.key: replace(there, category="math.CO")})
    assert "q-bio.GN" not in library.scopes.categories_by_size()
    library.delete([there.key])
    assert "math.CO" not in library.scopes.categories_by_size()
    library.undo()
    assert library.count(Scope(ScopeKind.CATEGORY, "math.CO")).total == 1


def test_authors_and_affiliations_of_a_large_library_are_found_by_the_index(library: Library) -> None:
    large(library)
    for _ in library.index.prepare():
        continue
    assert list(library.scopes.keys(Scope(ScopeKind.AUTHOR, "Bo 77"))) == ["arxiv:2601.00077"]
    place = "Zhejiang University"
    named = {key for key in library.contents.rows if place in library.paper(key).affiliations}
    assert named
    assert set(library.scopes.keys(Scope(ScopeKind.AFFILIATION, place))) == named
