"""What a worker is sent it can play as it is: nothing that reads files is fetched."""

from __future__ import annotations

import pickle
import subprocess
import sys

from rummy.sim.games import Table, play_batch
from rummy.spec.load import load

CODE = """
import pickle, sys
function, arguments = pickle.load(sys.stdin.buffer)
number, games = function(*arguments)
assert len(games) == 2 and games[0].rounds
print(*sorted(set(sys.modules) & {"yaml", "lark", "rummy.spec.load", "rummy.spec.build"}))
"""


def test_a_worker_plays_without_the_readers_of_yaml_and_expressions() -> None:
    table = Table.of(load("gin"), ["greedy", "random"], rounds=1)
    sent = pickle.dumps((play_batch, (0, table, 1, 0, 2, 1)))
    done = subprocess.run([sys.executable, "-c", CODE], input=sent, capture_output=True, check=True)
    assert done.stdout.decode().strip() == ""
