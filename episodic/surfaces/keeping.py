"""Commands that keep a home well: counts, health, index, settings."""

from typing import Annotated

import typer

from episodic.surfaces.app import Home, Json, User, app, open_store
from episodic.surfaces.typed import FIRST


@app.command()
def stats(
    user: User = "default",
    home: Home = None,
    cost: Annotated[bool, typer.Option("--cost", help="What a language model has cost, by day.")] = False,
    json: Json = False,
) -> None:
    """Count what is remembered."""
    from episodic.surfaces import render, terminal

    store = open_store(home, user)
    if cost:
        totals = store.spending.totals()
        terminal.show([render.as_json({"schema": 1, "cost": totals})] if json else render.cost(totals))
        return
    status = store.status()
    if json:
        terminal.show([render.as_json({"schema": 1, **status._asdict()})])
        return
    terminal.show(render.table(render.stats(status)))
    if not status.turns:
        terminal.say(FIRST)


@app.command()
def status(user: User = "default", home: Home = None, json: Json = False) -> None:
    """Show where every captured turn is, and what leaves this machine."""
    from episodic import llm
    from episodic.memory.health import read_lately
    from episodic.surfaces import render, terminal
    from episodic.surfaces.warm.client import running

    store = open_store(home, user)
    found, active, parked = store.status(), llm.active(store.config), store.turns.parked()
    server, read = running(store.config), read_lately(store)
    if json:
        asked = {"language_model": active, "server": server, "read": read}
        terminal.show([render.as_json({"schema": 1, **found._asdict(), **asked, "parked_sessions": parked})])
        return
    around = {**render.models(read), "language model": render.active(active), "server": render.server(server)}
    terminal.show(render.table({**render.progress(found), **around}))
    terminal.show(f"parked: {name}: {reason}" for name, reason in parked.items())
    if parked:
        terminal.say("`episodic consolidate --retry` tries parked sessions again")


@app.command()
def consolidate(
    user: User = "default",
    home: Home = None,
    retry: Annotated[bool, typer.Option("--retry", help="Parked sessions too.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
    json: Json = False,
) -> None:
    """Turn what is pending into facts and episodes, merge episodes that tell the same, archive old ones.

    Safe to interrupt and run again; `undo` takes a merge or an archiving back.
    """
    import asyncio

    from episodic.consolidate import tidying
    from episodic.consolidate.pipeline import sweep
    from episodic.surfaces import render, terminal
    from episodic.surfaces.renewing import renewed
    from episodic.surfaces.retaining import swept

    store = open_store(home, user)
    if dry_run:
        plan = tidying.planned(store)
        if json:
            terminal.show([render.as_json({"schema": 1, "pending": store.status().pending, "plan": plan})])
        else:
            terminal.show(render.plan(plan, pending=store.status().pending))
        return
    store.db.demand_writable()
    if retry:
        store.turns.unpark()
    renewed(store)
    with terminal.bar("embedding", store.embeddings.waiting()) as advance:
        store.embeddings.catch_up(on_progress=advance)
    report = asyncio.run(sweep(store))
    store.embeddings.catch_up()
    plan = tidying.tidy(store)
    store.embeddings.catch_up()
    gone = swept(store)
    if json:
        terminal.show([render.as_json({"schema": 1, "report": report, "plan": plan})])
        raise typer.Exit(1 if report.bugs else 0)
    made = f"{report.added} facts ({report.superseded} in another's place), {report.restated} restated"
    terminal.say(f"{report.turns} turns consolidated: {made}, {report.episodes} episodes")
    terminal.show(render.plan(plan))
    if gone:
        terminal.say(gone)
    for trouble in report.trouble:
        terminal.say(f"episodic: {trouble}")
    if report.bugs:
        raise typer.Exit(1)


@app.command()
def doctor(user: User = "default", home: Home = None, json: Json = False) -> None:
    """Check home, index, journal, models and agents' hooks; exits 1 when something is wrong."""
    import os

    from episodic.config import load
    from episodic.errors import StoreError
    from episodic.memory.health import examine, examine_closed
    from episodic.surfaces import render, terminal
    from episodic.surfaces.hooks import health

    config = load(home=home)
    try:
        findings = [*examine(open_store(home, user))]
    except StoreError as error:
        findings = [*examine_closed(config.home, error)]
    findings += health.examine(config, os.environ)
    if json:
        terminal.show([render.as_json({"schema": 1, "findings": findings})])
    else:
        terminal.show(render.table({f"{'ok ' if f.ok else 'BAD'} {f.name}": f.detail for f in findings}))
    if not all(finding.ok for finding in findings):
        raise typer.Exit(1)


@app.command()
def verify(user: User = "default", home: Home = None, json: Json = False) -> None:
    """Prove that no line of the journal was altered or lost; exits 1 when one was."""
    from episodic.memory.health import verify as verify_journals
    from episodic.memory.health import verify_record
    from episodic.surfaces import render, terminal

    store = open_store(home, user)
    verdicts, record = list(verify_journals(store)), verify_record(store)
    faults = [f"{verdict.path.name}: {fault}" for verdict in (*verdicts, record) for fault in verdict.problems]
    if json:
        terminal.show([render.as_json({"schema": 1, "journals": verdicts, "record": record})])
    else:
        terminal.show(faults)
        terminal.say(f"{sum(v.entries for v in verdicts)} turns in {len(verdicts)} journals, {len(faults)} faults")
    if faults:
        raise typer.Exit(1)


@app.command()
def reindex(
    user: User = "default",
    home: Home = None,
    everything: Annotated[bool, typer.Option("--all", help="Make every vector and index row anew.")] = False,
) -> None:
    """Index and embed what is waiting; safe to interrupt and run again."""
    from episodic.surfaces import terminal
    from episodic.surfaces.renewing import renewed

    store = open_store(home, user)
    store.db.demand_writable()
    turns = store.catch_up()
    renewed(store)
    if everything:
        store.lexical.rebuild()
        store.embeddings.start_over()
    profile = store.embeddings.profile()
    with terminal.bar("embedding", store.embeddings.waiting()) as advance:
        items = store.embeddings.catch_up(on_progress=advance)
    if profile is None:
        terminal.say(f"episodic: no vectors were made: {store.embeddings.trouble}")
    terminal.say(f"{turns} turns indexed, {items} items embedded")


@app.command()
def config(
    json: Json = False,
    home: Home = None,
) -> None:
    """Show every setting; change one in config.toml or by EPISODIC_<NAME>."""
    from dataclasses import fields

    from episodic.config import Config, config_file, load
    from episodic.surfaces import render, terminal

    settings = load(home=home)
    values = {field.name: getattr(settings, field.name) for field in fields(Config)}
    if json:
        terminal.show([render.as_json({"schema": 1, "file": config_file(), "settings": values})])
        return
    terminal.show(render.table({name: "" if value is None else value for name, value in values.items()}))
    terminal.say(f"file: {config_file()}")
