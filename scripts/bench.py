"""Measure recall and speed. Downloads nothing: the README says where the data sets are.

    bench.py locomo --data locomo10.json [--conversations N]      turn-level MRR, any@k, recall@k [--audit errors.json]
    bench.py ablate --data locomo10.json [--longmemeval FOLDER]   what recall loses without each of its parts
    bench.py strength --data locomo10.json [--longmemeval FOLDER] how sure it is where there is an answer, and where not
    bench.py answers [--memory series-b] [--misses]               first lines for questions an owner of a demo would ask
    bench.py consolidated --data locomo10.json [--longmemeval F]  consolidated memories against turns alone
    bench.py longmemeval --data FOLDER [--questions N]            by session recall_all@5 and any@5, by turn MRR
    bench.py extraction --data FOLDER                             facts without a language model, by language and type
    bench.py threads                                              clustering of labelled sessions into workstreams
    bench.py loops                                                open loops without a language model, by language
    bench.py updates [--data FILE] [--misses]                     chains of updates: what holds now, and what held then
    bench.py currency --data FOLDER [--questions N]               LongMemEval's updates: the latest above the earlier
    bench.py languages [--language zh] [--misses]                 recall in languages that neither model reads
    bench.py days [--misses]                                      times in questions, beside what could be installed
    bench.py names                                                known names found in texts of scripts/threads
    bench.py secrets [--misses]                                   invented secrets caught, harmless texts left alone
    bench.py peers --data locomo10.json [--conversations N]       what could be installed instead: quality, time, disk
    bench.py peers --longmemeval FOLDER [--questions N]           the same on LongMemEval's sessions
    bench.py cold                                                 a fresh process against the bare floor
    bench.py warm                                                 recall through `episodic serve`, and without it
    bench.py index                                                indexing against the embedders alone
    bench.py scale [--items 1000,10000] [--data FOLDER]           stages of recall by size, against bare tables
    bench.py history [--megabytes 1000]                           a made-up history of Claude Code's, and again
    bench.py hooks [--items 100000] [--data FOLDER]               what an agent waits for its memory, p50 and p95

Every table names its data and counts; `--json` prints one object instead. Speeds are ratios of two things measured in
turn in the same run, the fastest of five each, as nothing else survives a busy machine; `warm` gives medians, `peers`
milliseconds to be held against each other and against no other run's.
"""

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import bench_ablate
import bench_answers
import bench_consolidated
import bench_days
import bench_extraction
import bench_history
import bench_hooks
import bench_languages
import bench_names
import bench_peers
import bench_recall
import bench_scale
import bench_secrets
import bench_speed
import bench_streams
import bench_strength
import bench_threads
import bench_updates
import bench_warm

COMMANDS: Mapping[str, Callable[[argparse.Namespace], dict[str, Any]]] = {
    "locomo": bench_recall.locomo,
    "ablate": bench_ablate.ablate,
    "strength": bench_strength.strength,
    "answers": bench_answers.answers,
    "consolidated": bench_consolidated.consolidated,
    "longmemeval": bench_recall.longmemeval,
    "extraction": bench_extraction.extraction,
    "threads": bench_streams.threads,
    "loops": bench_threads.loops,
    "updates": bench_updates.updates,
    "currency": bench_updates.currency,
    "languages": bench_languages.languages,
    "days": bench_days.days,
    "names": bench_names.names,
    "secrets": bench_secrets.secrets,
    "peers": bench_peers.peers,
    "cold": bench_speed.cold,
    "warm": bench_warm.warm,
    "index": bench_speed.index,
    "scale": bench_scale.scale,
    "history": bench_history.history,
    "hooks": bench_hooks.hooks,
}

WITH_DATA = ("locomo", "ablate", "strength", "longmemeval", "currency", "extraction")


def main() -> None:
    """Run one benchmark and print its table, or its JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("--data", type=Path, help="the data set's file or folder")
    parser.add_argument("--longmemeval", type=Path, help="ablate, consolidated, strength, peers: its folder")
    parser.add_argument("--homes", type=Path, help="consolidated: keep the memories here, and use those that are")
    parser.add_argument("--audit", type=Path, help="locomo: a file of corrected evidence")
    parser.add_argument("--conversations", type=int, help="only the first N conversations")
    parser.add_argument("--questions", type=int, help="only the first N questions, or chains")
    parser.add_argument("--language", choices=bench_languages.LANGUAGES, help="languages: only this one")
    parser.add_argument(
        "--items", help="scale, hooks: sizes with commas between them; with --data the stores are kept there"
    )
    parser.add_argument("--megabytes", type=int, help="history: how much of it")
    parser.add_argument("--facts", action="store_true", help="currency: consolidate too, not only turns")
    parser.add_argument("--memory", help="answers: only this one")
    parser.add_argument("--misses", action="store_true", help="list the questions answered wrong")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    if arguments.command in WITH_DATA and arguments.data is None:
        parser.error(f"{arguments.command} needs --data: the README says where it is from")
    if arguments.command in {"peers", "consolidated"} and arguments.data is None and arguments.longmemeval is None:
        parser.error(f"{arguments.command} needs --data or --longmemeval: the README says where they are from")
    result = COMMANDS[arguments.command](arguments)
    if arguments.json:
        print(json.dumps({arguments.command: result}, indent=2))


if __name__ == "__main__":
    main()
