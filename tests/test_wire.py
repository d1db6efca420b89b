"""Hits from one process to another: what comes out is what went in."""

import json
from dataclasses import fields
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.recall.hits import Hit, Hits
from episodic.recall.wire import packed, unpacked
from episodic.records import KINDS, LAYERS, OUTCOMES, EpisodeRecord

texts = st.text(st.characters(), max_size=12)  # lone surrogates too
tuples = st.lists(texts, max_size=2).map(tuple)
zones = st.sampled_from([UTC, timezone(timedelta(hours=5, minutes=30)), timezone(timedelta(hours=-8), "PST")])
moments = st.datetimes(timezones=zones)
records = st.builds(
    EpisodeRecord,
    subject=texts,
    summary=texts,
    topics=tuples,
    decisions=tuples,
    advice_given=tuples,
    actions=tuples,
    lessons=tuples,
    key_numbers=tuples,
    concerns=tuples,
    tags=tuples,
    outcome=st.sampled_from(OUTCOMES),
    user_state=st.none() | texts,
    valid_until=st.none() | moments,
    turn_seqs=st.lists(st.integers(), max_size=2).map(tuple),
)
scores = st.floats(allow_nan=False)
found = st.builds(
    Hit,
    id=st.integers(0, 1 << 63),
    layer=st.sampled_from(LAYERS),
    kind=st.none() | st.sampled_from(KINDS),
    text=texts,
    score=scores,
    said_at=moments,
    speaker=texts,
    session=texts,
    evidence=st.lists(st.tuples(texts, st.integers()), max_size=2).map(tuple),
    confidence=st.none() | st.sampled_from(["high", "medium", "low"]),
    previously=st.none() | texts,
    superseded=st.booleans(),
    valid_until=st.none() | moments,
    record=st.none() | records,
    components=st.dictionaries(texts, scores, max_size=3),
)


@given(
    st.builds(
        Hits,
        st.lists(found, max_size=3),
        strength=st.sampled_from(["strong", "weak", "none"]),
        below=st.integers(0),
        notes=st.lists(texts, max_size=2),
        read=st.none() | st.floats(0, 1),
    )
)
def test_hits_come_back_as_they_were(hits: Hits) -> None:
    back = unpacked(json.loads(json.dumps(packed(hits))))
    assert back == hits
    assert (back.strength, back.below, back.notes, back.read) == (hits.strength, hits.below, hits.notes, hits.read)
    for one, other in zip(back, hits, strict=True):
        assert [type(getattr(one, field.name)) for field in fields(Hit)] == [
            type(getattr(other, field.name)) for field in fields(Hit)
        ]
        assert one.said_at.utcoffset() == other.said_at.utcoffset()
        assert list(one.components) == list(other.components)  # the order in which --explain shows them


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"strength": "weak", "below": 0, "notes": [], "read": None, "hits": [{}]},
        {"strength": "weak", "below": 0, "notes": [], "read": None, "hits": [None]},
        {"strength": "weak", "below": 0, "notes": [], "read": None, "hits": 3},
        [],
    ],
)
def test_what_was_never_packed_is_not_mistaken_for_hits(document: Any) -> None:
    with pytest.raises((KeyError, TypeError, ValueError, AttributeError)):
        unpacked(document)


def test_a_hit_of_another_version_is_not_mistaken_for_ours() -> None:
    hit = Hit(1, "turn", None, "text", 1.0, datetime(2026, 1, 1, tzinfo=UTC), "user", "talk", (("talk", 0),))
    document = packed(Hits([hit], strength="weak"))
    document["hits"][0]["colour"] = "blue"
    with pytest.raises(TypeError):
        unpacked(document)
