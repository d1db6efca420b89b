"""What a search is allowed to see, as one SQL condition on `item`. Knows nothing of ranking."""

from typing import Any, NamedTuple

from episodic.records import Kind, Layer


class Filter(NamedTuple):
    """Bounds of a search; None leaves a side open. Times are UTC text as stored; `after` includes, `before` excludes.

    `project` also admits items without a project when `with_unfiled` is set.
    """

    layers: tuple[Layer, ...] | None = None
    kinds: tuple[Kind, ...] | None = None
    project: str | None = None
    with_unfiled: bool = False
    after: str | None = None
    before: str | None = None
    with_retired: bool = False

    @property
    def narrows(self) -> bool:
        """Whether anything but liveness is asked for."""
        return any(side is not None for side in (self.layers, self.kinds, self.project, self.after, self.before))

    def sql(self) -> tuple[str, dict[str, Any]]:
        """Return the condition, written for `item i` and `:scope`, and what binds it."""
        parts, bound = ["i.scope = :scope"], dict[str, Any]()
        if not self.with_retired:
            parts.append("i.live = 1")
        for column, values in (("layer", self.layers), ("kind", self.kinds)):
            if values is not None:
                names = [f"{column}{n}" for n in range(len(values))]
                parts.append(f"i.{column} in ({', '.join(f':{name}' for name in names)})")
                bound |= dict(zip(names, values, strict=True))
        if self.project is not None:
            parts.append("(i.project = :project" + (" or i.project is null)" if self.with_unfiled else ")"))
            bound["project"] = self.project
        if self.after is not None:
            parts.append("i.said_at >= :after")
            bound["after"] = self.after
        if self.before is not None:
            parts.append("i.said_at < :before")
            bound["before"] = self.before
        return " and ".join(parts), bound
