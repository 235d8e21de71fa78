"""What the logs of one directory have of each other: the newest checkpoint that each saw of another.

Log 0 is the one of the directory itself, the others are those of workers. Who takes a log away, or
puts another one in its place, would have to change all that saw it.
"""

import collections
import os
import re

from .entries import read_entry
from .files import read_lines

# Most lines have none of this, and need not be parsed.
WITNESSED = re.compile(b'"act":"witnessed"')

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
    if type(worker) is not int or not isinstance(note, str):
        return
    # Log 0 has those of workers, and workers have that of log 0.
    if (log == '') == (worker == 0):
        return
    other = f'workers/{worker}' if worker else ''
    seen[log, other] = Seen(note, f"{log or 'log 0'} saw it, entry {entry.get('seq')}")
