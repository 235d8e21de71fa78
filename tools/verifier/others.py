"""What the logs of one directory have of each other: the newest checkpoint that each saw of another.

Log 0 is the one of the directory itself, the others are those of workers. Who takes a log away, or
puts another one in its place, would have to change all that saw it.
"""

import collections
import os
import re

from .entries import expect, read_entry
from .files import read_lines

# Most lines have none of this, and need not be parsed.
WITNESSED = re.compile(b'"act":"witnessed"')

# The number of the last log that there may be.
WORKER_MAX = 9999

# A note, and where it was found.
Seen = collections.namedtuple('Seen', 'note place')


def list_journal_files(top, log):
    for folder, _, names in os.walk(os.path.join(top, log, 'journal')):
        for name in sorted(names):
            yield os.path.join(folder, name)


def read_witnessed(entry):
    """The `detail` of an entry that a log writes when it saw another one; empty for any other."""
    detail = entry.get('detail')
    return detail if entry.get('type') == 'admin' and isinstance(detail, dict) else {}


def expect_witnessed(detail):
    """An entry that tells of another log names it, has a checkpoint of it, and perhaps its number."""
    expect(detail['log'], str)
    expect(detail['checkpoint'], str)
    if not 0 <= expect(detail.get('worker', 0), int) <= WORKER_MAX:
        raise ValueError('no log has such a number')


def find_twins(top, logs):
    """Logs that begin with the entry that one before them begins with: the same one twice over."""
    first = {}
    twins = {}
    for log in logs:
        path = os.path.join(top, log, 'journal', '00000001.jsonl')
        line = next(read_lines(path), b'') if os.path.exists(path) else b''
        other = first.setdefault(line, log) if line else log
        if other != log:
            twins[log] = other or 'log 0'
    return twins


def find_seen(top, logs):
    """The newest checkpoints by (who saw it, whose log it is): the older ones are beginnings of them."""
    seen = {}
    for log in logs:
        for path in list_journal_files(top, log):
            for line in filter(WITNESSED.search, read_lines(path)):
                entry = read_entry(line[:-1])
                if entry:
                    add_seen(seen, log, entry)
    return seen


def add_seen(seen, log, entry):
    detail = read_witnessed(entry)
    worker, note = detail.get('worker'), detail.get('checkpoint')
    # Entries of no form are told of where they stand.
    if type(worker) is not int or not isinstance(note, str) or (log == '' and worker == 0):
        return
    other = f'workers/{worker}' if worker else ''
    seen[log, other] = Seen(note, f"{log or 'log 0'} saw it, entry {entry.get('seq')}")
