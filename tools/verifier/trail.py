"""One log of a trail, or a copy of one: its files are read and held against each other."""

import json
import os
import re

from .checkpoints import read_history, read_note, read_witness
from .files import LINE_MAX, read_file, read_lines
from .index import check_index
from .journal import Journal
from .keys import find_keys
from .tree import find_last_tile

SEGMENT_NAME = re.compile(r'[0-9]{8}\.jsonl')


class Surroundings:
    """What is known of a log from outside of it."""

    def __init__(self, log, witnesses, other_names, seen):
        # Where it lies in the directory that is verified, the empty string for that itself.
        self.log = log
        # Files with checkpoints that were kept elsewhere, perhaps with those of other logs.
        self.witnesses = witnesses
        self.other_names = other_names
        # What logs of this directory have of each other.
        self.seen = seen

    def seen_by_others(self):
        # Log 0 has those of workers, and workers have that of log 0.
        seen = [(by, each) for (by, other), each in self.seen.items() if other == self.log]
        return [each for by, each in seen if by == '' or self.log == '']

    def has_seen(self):
        """The logs of workers that this one saw; log 0 is not asked for, a worker may be kept alone."""
        return [(other, seen) for (by, other), seen in self.seen.items() if by == self.log and other]


def check_trail(directory, trusted, surroundings, report):
    """Verifies the log in this directory, and answers a summary of it."""
    lines, keys = find_keys(directory, trusted, report)
    tiled, tile = find_last_tile(directory)
    copy = read_copy(directory)
    journal = Journal(directory, find_checkpoints(directory, keys, surroundings, report), report)
    take_journal(directory, journal, report)
    journal.end(copy)
    size = journal.tree.size
    for log, seen in surroundings.has_seen():
        if not os.path.isdir(os.path.join(directory, log, 'journal')):
            report.altered(log, f'it is not here, and {seen.place}')
    if tiled > size:
        missing = f'{tiled - size} of them missing'
        detail = f'it is a tile of {tiled} entries and {size} are here: {missing}'
        report.altered(tile, detail)
    for line in sorted({*lines} - journal.announced):
        report.altered('checkpoint.pub', f'no entry tells of the key {line}')
    if os.path.exists(os.path.join(directory, 'index.sqlite')):
        check_index(directory, journal, report)
    of = f', a copy of {copy["log"]}' if copy is not None else ''
    return f'{size} entries, root {journal.tree.root().hex()}{of}'


def read_copy(directory):
    """What `copy.json` says, or None where this is no copy."""
    path = os.path.join(directory, 'copy.json')
    if not os.path.exists(path):
        return None
    copy = {} | json.loads(read_file(path).decode())
    kinds = [type(copy.get(name)) for name in ('log', 'content')]
    if copy.get('v') != 1 or kinds != [str, bool]:
        raise ValueError('`copy.json` does not say what this is a copy of')
    return copy


def find_checkpoints(directory, keys, surroundings, report):
    """Checkpoints from wherever there are some; those of each source come in order of their size."""
    newest = read_newest(directory, keys, report)
    path = os.path.join(directory, 'checkpoints.jsonl')
    kept = list(read_history(path, keys, report)) if os.path.exists(path) else []
    if kept and kept[-1].size > (newest.size if newest else 0):
        report.altered('checkpoint', 'it is older than the last one in checkpoints.jsonl')
    witnessed = [
        read_witness(witness, keys, report, surroundings.other_names)
        for witness in surroundings.witnesses
    ]
    seen = [
        [read_note(seen.note, keys, seen.place, report)] for seen in surroundings.seen_by_others()
    ]
    return [[newest] if newest else [], kept, *witnessed, *seen]


def read_newest(directory, keys, report):
    path = os.path.join(directory, 'checkpoint')
    if not os.path.exists(path):
        report.incomplete('checkpoint', 'there is no signed checkpoint')
        return None
    return read_note(read_file(path).decode('utf8', 'replace'), keys, 'checkpoint', report)


def take_journal(directory, journal, report):
    """Hands all lines of all files to the journal."""
    folder = os.path.join(directory, 'journal')
    names = sorted(filter(SEGMENT_NAME.fullmatch, os.listdir(folder))) if os.path.isdir(folder) else []
    if not names:
        report.unreadable('journal', 'there is none')
    for number, name in enumerate(names, 1):
        if int(name[:8]) != number:
            report.altered(f'journal/{name}', 'a segment before it is missing')
        is_first, is_last = number == 1, number == len(names)
        if not is_last and not os.path.getsize(os.path.join(folder, name)):
            report.altered(f'journal/{name}', 'it is empty, and others come after it')
        take_segment(os.path.join(folder, name), is_first, is_last, journal, report)


def take_segment(path, is_first, is_last, journal, report):
    """Hands the lines of a file to the journal, up to one that has no end."""
    begins = not is_first
    for line in read_lines(path):
        place = f'entry {journal.tree.size} in journal/{os.path.basename(path)}'
        if not line.endswith(b'\n'):
            # Of the last line of all, a writer that died may have left a piece.
            fault = report.incomplete if is_last and len(line) <= LINE_MAX else report.altered
            fault(place, 'it is too long or no whole entry')
            return
        try:
            journal.take(line[:-1], place, begins)
        except (KeyError, ValueError, TypeError, AttributeError, OSError) as error:
            report.altered(place, f'it is no entry: {error!r}')
        begins = False
