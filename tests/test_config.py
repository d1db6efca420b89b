"""Where a setting comes from, and what is refused in one line."""

import json
import os
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from episodic.config import Config, config_file, load
from episodic.errors import ConfigError
from episodic.records import CATEGORIES

NOWHERE = Path(os.devnull)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def test_a_flag_goes_before_the_environment_before_the_file_before_the_default(file: Path) -> None:
    file.write_text("pool = 11\ndepth = 22\nthreads = 3\n", "utf-8")
    environ = {"EPISODIC_POOL": "12", "EPISODIC_DEPTH": "23"}
    config = load(environ, file=file, pool=13)
    assert (config.pool, config.depth, config.threads) == (13, 23, 3)
    assert config.window_turns == Config().window_turns == 8


def test_what_is_not_given_changes_nothing(file: Path) -> None:
    file.write_text('zone = "Asia/Tokyo"\n', "utf-8")
    config = load({"EPISODIC_ZONE": "", "EPISODIC_UNHEARD_OF": "1"}, file=file, zone=None, home=None)
    assert config.zone == "Asia/Tokyo"


def test_the_environment_names_the_file(file: Path) -> None:
    file.write_text("pool = 11\n", "utf-8")
    assert load({"EPISODIC_CONFIG": str(file)}).pool == 11
    assert load({"EPISODIC_CONFIG": str(file)}, file=NOWHERE).pool == Config().pool


def test_a_file_that_is_not_there_sets_nothing(tmp_path: Path) -> None:
    assert load({}, file=tmp_path / "nowhere.toml") == Config()
    assert config_file().name == "config.toml"


def test_the_environment_of_another_tool_is_left_alone() -> None:
    """`EPISODIC_MEMORY_` belongs to somebody else."""
    assert load({"EPISODIC_MEMORY_HOME": "/elsewhere", "HOME": "/root"}, file=NOWHERE).home == Config().home


@pytest.mark.parametrize("name", sorted(field.name for field in fields(Config)))
def test_every_default_is_a_value_that_may_be_set(name: str) -> None:
    """As it is shown by `episodic config`, so it may be written into the environment."""
    value = getattr(Config(), name)
    if value not in (None, ""):
        assert getattr(load({f"EPISODIC_{name.upper()}": str(value)}, file=NOWHERE), name) == value


def test_paths_are_expanded() -> None:
    config = load({"EPISODIC_HOME": "~/memory", "EPISODIC_MODELS": "/m"}, file=NOWHERE, cache="~/c")
    assert config.home == Path.home() / "memory"
    assert (config.models, config.cache) == (Path("/m"), Path.home() / "c")


def test_an_unknown_setting_in_the_file_is_refused(file: Path) -> None:
    file.write_text("pool = 3\nwindow = 8\ncolour = true\n", "utf-8")
    with pytest.raises(
        ConfigError, match=r"^.*config\.toml sets colour, window, which is no setting: see `episodic config`$"
    ):
        load({}, file=file)


@pytest.mark.parametrize("content", [b"pool = ", b"pool 3", b"\xff\xfe", b'zone = "a', b"pool = 1\npool = 2"])
def test_a_file_that_is_not_toml_is_refused_in_one_line(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(ConfigError, match=r"^.*config\.toml cannot be read \(.+\): correct or remove it$"):
        load({}, file=file)


def test_a_folder_in_the_files_place_is_refused_in_one_line(file: Path) -> None:
    file.mkdir()
    with pytest.raises(ConfigError, match=r"^.*config\.toml cannot be read \(.+\): correct or remove it$"):
        load({}, file=file)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("pool", "many"),
        ("pool", "3.5"),
        ("pool", 3.5),
        ("pool", ""),
        ("pool", [3]),
        ("pool", float("inf")),
        ("pool", float("nan")),
        ("lock_seconds", "soon"),
        ("home", 7),
        ("emotional_tone", "perhaps"),
        ("emotional_tone", 2),
        ("sensitive", 7),
        ("now", "tomorrow"),
        ("now", 7),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(name: str, value: Any) -> None:
    with pytest.raises(ConfigError) as caught:
        load({}, file=NOWHERE, **{name: value})
    assert str(caught.value) == f"{name} cannot be {value!r}: see `episodic config` for what it takes"


@pytest.mark.parametrize(
    ("name", "value"),
    [("pool", "0"), ("pool", "-1"), ("threads", 0), ("lock_seconds", "nan"), ("context_weight", -0.1)],
)
def test_a_number_out_of_range_is_refused_in_one_line(name: str, value: Any) -> None:
    with pytest.raises(ConfigError) as caught:
        load({}, file=NOWHERE, **{name: value})
    assert str(caught.value) == f"{name} cannot be {value!r}: give a number above 0"


@pytest.mark.parametrize(
    ("name", "value"),
    [("none_logit", -12.5), ("strong_logit", 0), ("embed_in_recall", 0), ("context_weight", 0), ("own_words", 0.0)],
)
def test_zero_and_less_are_numbers_where_they_mean_something(name: str, value: float) -> None:
    assert getattr(load({}, file=NOWHERE, **{name: str(value)}), name) == value


def test_a_number_has_its_defaults_type(file: Path) -> None:
    file.write_text("lock_seconds = 3\npool = 4.0\n", "utf-8")
    config = load({}, file=file)
    assert [(type(value), value) for value in (config.lock_seconds, config.pool)] == [(float, 3.0), (int, 4)]


@pytest.mark.parametrize("zone", ["Middle/Earth", "../../etc/passwd", "Europe", "a\0b"])
def test_an_unknown_zone_is_refused_in_one_line(zone: str) -> None:
    config = load({}, file=NOWHERE, zone=zone)
    with pytest.raises(ConfigError) as caught:
        config.local_zone()
    assert str(caught.value) == f"zone {zone!r} is unknown: use an IANA name such as Europe/Stockholm"


def test_a_zone_is_that_zone() -> None:
    config = load({}, file=NOWHERE, zone="Asia/Shanghai")
    assert config.local_zone().utcoffset(datetime(2026, 1, 1)) == timedelta(hours=8)  # noqa: DTZ001 - a zone's question


def test_no_zone_is_the_systems() -> None:
    here = datetime.now().astimezone()
    assert load({}, file=NOWHERE).local_zone().utcoffset(here.replace(tzinfo=None)) == here.utcoffset()


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2026-11-29T09:00:00Z", datetime(2026, 11, 29, 9, 0, tzinfo=UTC)),
        ("2026-11-29T09:00:00+08:00", datetime(2026, 11, 29, 1, 0, tzinfo=UTC)),
        ("2026-11-29T09:00", datetime(2026, 11, 29, 8, 0, tzinfo=UTC)),
        ("2026-07-01", datetime(2026, 6, 30, 22, 0, tzinfo=UTC)),
    ],
)
def test_a_clock_that_stands_is_read_from_the_environment(now: str, expected: datetime) -> None:
    """Case 110: without a zone it is in the user's."""
    config = load({"EPISODIC_NOW": now, "EPISODIC_ZONE": "Europe/Stockholm"}, file=NOWHERE)
    assert config.clock() == expected
    assert config.clock().tzinfo is UTC


def test_a_clock_of_ones_own_is_asked_each_time() -> None:
    ticks = iter(datetime(2026, 1, 1, hour) for hour in (1, 2))  # noqa: DTZ001 - naive on purpose
    config = Config(now=lambda: next(ticks), zone="Asia/Shanghai")
    assert [config.clock().isoformat() for _ in range(2)] == ["2025-12-31T17:00:00+00:00", "2025-12-31T18:00:00+00:00"]


def test_without_a_clock_it_is_now() -> None:
    before = datetime.now(UTC)
    assert before <= load({}, file=NOWHERE).clock() <= datetime.now(UTC)


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ("health, Faith", "health,faith"),
        (["faith", "health"], "health,faith"),
        ("none", "none"),
        ([], "none"),
        (Config().sensitive, Config().sensitive),
    ],
)
def test_a_list_is_text_with_commas_or_a_list(file: Path, value: Any, kept: str) -> None:
    assert load({}, file=NOWHERE, sensitive=value).sensitive == kept
    file.write_text(f"sensitive = {json.dumps(value)}\n", "utf-8")
    assert load({}, file=file).sensitive == kept


def test_an_unknown_name_in_a_list_is_refused_with_those_there_are() -> None:
    with pytest.raises(ConfigError) as caught:
        load({"EPISODIC_SENSITIVE": "health,age,religion"}, file=NOWHERE)
    assert str(caught.value) == (
        "sensitive cannot hold 'age', 'religion': give none, or some of health, faith, politics, sexuality, union,"
        " ethnicity, biometrics"
    )


def test_the_list_in_the_settings_is_the_one_that_is_judged_by() -> None:
    assert Config().sensitive == ",".join(CATEGORIES)


@pytest.mark.parametrize(
    ("value", "expected"), [("yes", True), ("1", True), (True, True), ("False", False), ("off", False)]
)
def test_a_switch_is_on_or_off(value: Any, expected: bool) -> None:
    assert load({}, file=NOWHERE, emotional_tone=value).emotional_tone is expected
