"""What a search is allowed to see, as one SQL condition on `item`. Knows nothing of ranking."""

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from episodic.memory.doubts import HELD_BACK
from episodic.memory.retention import HOLDS, KEPT
from episodic.records import Kind, Layer


class Filter(NamedTuple):
    """Bounds of a search; None leaves a side open. Times are UTC text as stored; `after` includes, `before` excludes.

    `project` also admits items without a project when `with_unfiled` is set; `only_unfiled` admits no others.
    `as_of` asks what was true then, `known_at` what had been learnt by then; either looks at retired facts too and
    judges them by their intervals. `among` are the only items admitted. `within` admits what meets a time: said then,
    told of it, or holding then. `kept` binds what has not expired, and with `lapsing` no fact is admitted that held
    until before now, unless retired ones are: the store sets both, see `Store.filter`.
    """

    layers: tuple[Layer, ...] | None = None
    kinds: tuple[Kind, ...] | None = None
    project: str | None = None
    with_unfiled: bool = False
    only_unfiled: bool = False
    after: str | None = None
    before: str | None = None
    with_retired: bool = False
    as_of: str | None = None
    known_at: str | None = None
    among: tuple[int, ...] | None = None
    within: tuple[str | None, str] | None = None
    kept: Mapping[str, Any] | None = None
    lapsing: bool = False

    @property
    def holds_back(self) -> bool:
        """Whether something is left out although it is live."""
        return self.kept is not None

    @property
    def retired_too(self) -> bool:
        """Whether facts that are not current may be found."""
        return self.with_retired or self.as_of is not None or self.known_at is not None

    @property
    def narrows(self) -> bool:
        """Whether anything but liveness is asked for."""
        return self.only_unfiled or any(
            side is not None
            for side in (
                *(self.layers, self.kinds, self.project, self.after, self.before),
                *(self.as_of, self.known_at, self.among, self.within),
            )
        )

    @property
    def is_wide(self) -> bool:
        """Whether turns of any time are admitted, and so most of what there is."""
        few = (self.kinds, self.after, self.before, self.among, self.within)
        return not any(side is not None for side in few) and (self.layers is None or "turn" in self.layers)

    def sql(self) -> tuple[str, dict[str, Any]]:
        """Return the condition, written for `item i` and `:scope`, and what binds it.

        It holds for any item there is, and is quick to hold against one.
        """
        return self._sql(_MEETS, by_id=self.among is not None)

    def lookup(self) -> tuple[str, dict[str, Any]]:
        """Return the same condition in the shape that is quick to find all of what it admits by, through an index."""
        condition, bound = self._sql(_MEETING, by_id=self.among is not None or self.within is not None)
        timed = self.layers is None and (self.after is not None or self.before is not None)
        return condition + (" and i.layer in ('fact', 'episode', 'turn')" if timed else ""), bound

    def _sql(self, meets: str, *, by_id: bool) -> tuple[str, dict[str, Any]]:
        parts, bound = ["+i.scope = :scope" if by_id else "i.scope = :scope"], dict[str, Any]()
        parts.append(f"(i.live = 1 or i.layer <> 'turn') and {_TRUSTED}" if self.retired_too else "i.live = 1")
        if self.kept is not None:
            parts += [KEPT, *([HOLDS] if self.lapsing and not self.retired_too else ())]
            bound |= self.kept
        for column, values in (("layer", self.layers), ("kind", self.kinds)):
            if values is not None:
                names = [f"{column}{n}" for n in range(len(values))]
                parts.append(f"i.{column} in ({', '.join(f':{name}' for name in names)})")
                bound |= dict(zip(names, values, strict=True))
        if self.project is not None:
            parts.append("(i.project = :project" + (" or i.project is null)" if self.with_unfiled else ")"))
            bound["project"] = self.project
        if self.only_unfiled:
            parts.append("i.project is null")
        if self.among is not None:
            parts.append("i.id in (select value from json_each(:among))")
            bound["among"] = json.dumps(self.among)
        times, when = self._times(meets)
        return " and ".join([*parts, *times]), bound | when

    def _times(self, meets: str) -> tuple[list[str], dict[str, Any]]:
        parts, bound = list[str](), dict[str, Any]()
        if self.after is not None:
            parts.append("i.said_at >= :after")
            bound["after"] = self.after
        if self.before is not None:
            parts.append("i.said_at < :before")
            bound["before"] = self.before
        if self.within is not None:
            parts.append(meets)
            bound |= {"within_after": self.within[0] or "", "within_before": self.within[1]}
        if self.as_of is not None or self.known_at is not None:
            parts.append(_TRUE_THEN)
            bound |= {"as_of": self.as_of or _FOREVER, "known_at": self.known_at or _FOREVER}
        return parts, bound


_FOREVER: Final = "9999"

# What was held back in doubt, or refused, was never true; where only what is live is asked for it is not in it anyway.
_TRUSTED: Final = f"not exists (select 1 from doubt d where d.item = i.id and {HELD_BACK})"

# A time of a week or less that a turn tells of meets what it overlaps; a longer one has to lie in what is asked about.
# The first condition keeps to what can: no time told of is longer than a month.
_TOLD: Final = """d.first > coalesce(datetime(:within_after, '-32 days'), '') and d.first < :within_before
  and d.until > :within_after
  and (d.days <= 7 or (d.first >= :within_after and d.until <= :within_before))"""

# An episode goes on from its first turn to its last; one of more than a day only when something was said.
_WENT_ON: Final = """(julianday(e.ended_at) - julianday(e.started_at) <= 1 or exists (select 1 from evidence w
  join item s on s.id = w.turn where w.item = e.item and s.said_at >= :within_after and s.said_at < :within_before))"""

# A turn by when it was said and by the days it tells of; an episode also by when it went on; a fact also by when it was
# said again, by its turns' days, and by when it holds where it says so: one that only began to hold counts on the day
# it did, not for ever after.
_MEETS: Final = f"""(i.said_at >= :within_after and i.said_at < :within_before
  or i.layer = 'turn' and exists (select 1 from told_days d where d.item = i.id and {_TOLD})
  or i.layer = 'episode' and exists (select 1 from episode e where e.item = i.id
  and e.started_at < :within_before and e.ended_at >= :within_after and {_WENT_ON})
  or i.layer = 'fact' and (exists (select 1 from fact f where f.item = i.id
  and coalesce(f.valid_from, f.valid_until) < :within_before
  and coalesce(f.valid_until, f.valid_from) >= :within_after)
  or exists (select 1 from evidence v join item t on t.id = v.turn where v.item = i.id
  and t.said_at >= :within_after and t.said_at < :within_before)
  or exists (select 1 from evidence v join told_days d on d.item = v.turn where v.item = i.id and {_TOLD})))"""

# The same, each part by an index of its own.
_MEETING: Final = f"""i.id in (
  select id from item where scope = :scope and layer in ('fact', 'episode', 'turn')
  and said_at >= :within_after and said_at < :within_before
  union all select e.item from episode e where e.ended_at >= :within_after and e.started_at < :within_before
  and {_WENT_ON}
  union all select item from fact where (valid_from is not null or valid_until is not null)
  and coalesce(valid_from, valid_until) < :within_before and coalesce(valid_until, valid_from) >= :within_after
  union all select f.item from item t cross join evidence v on v.turn = t.id cross join fact f on f.item = v.item
  where t.scope = :scope and t.layer = 'turn' and t.said_at >= :within_after and t.said_at < :within_before
  union all select d.item from told_days d where {_TOLD}
  union all select f.item from told_days d cross join evidence v on v.turn = d.item
  cross join fact f on f.item = v.item where {_TOLD})"""

# A turn counts once it was said, an episode too, until another one tells it; a fact once it held and was learnt, until
# what replaced it did and was. What was undone counts as long as nobody knew that it would be.
_TRUE_THEN: Final = """(case when i.layer <> 'fact' then i.said_at <= min(:as_of, :known_at)
  and not exists (select 1 from episode e join item m on m.id = e.merged_into where e.item = i.id and m.live = 1
  and m.said_at <= min(:as_of, :known_at)) else exists (
  select 1 from fact f where f.item = i.id and coalesce(f.valid_from, i.said_at) <= :as_of
  and f.learnt_at <= :known_at and (f.valid_until is null or f.valid_until > :as_of)
  and (i.live = 1 or f.retired_at is null or f.retired_at > :known_at
  or exists (select 1 from supersession o where o.old = i.id and o.undone_at is null)))
  and not exists (select 1 from supersession s join item n on n.id = s.new join fact g on g.item = n.id
  where s.old = i.id and (s.undone_at is null or s.undone_at > :known_at) and s.known_at <= :known_at
  and coalesce(g.valid_from, n.said_at) <= :as_of) end)"""
