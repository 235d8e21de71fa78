"""Checkpoints: signed notes over the size and the root of the tree, the newest and those kept."""

import base64
import collections
import json
import os
import re

from .ed25519 import verify_signature
from .files import LINE_MAX, read_lines

# NAME, SIZE and ROOT in base64, then when it was signed and how durable the entries were.
TEXT = re.compile(
    r'([^\n]+)\n'
    r'(0|[1-9][0-9]{0,15})\n'
    r'([A-Za-z0-9+/]{43}=)\n'
    r'at \S+\n'
    r'durability (?:fsync|os)\n\Z'
)

SIGNATURE = re.compile(r'\u2014 ([^\s+\x00-\x1f\x85\ufeff]+) ([A-Za-z0-9+/]+={0,2})')

# What a note begins with, as a file that was saved from the gateway does.
NOTE_START = b'governance-gateway/audit/'

# What a signature has before its 64 bytes.
KEY_ID_BYTES = 4
SIGNATURE_BYTES = 68

# `place` says where it was found, for whoever reads that its root is not that of the entries.
Checkpoint = collections.namedtuple('Checkpoint', 'size root place')


def read_base64(text):
    """The bytes, or none where the same bytes could be written another way."""
    if len(text) % 4:
        return b''
    data = base64.b64decode(text)
    return data if base64.b64encode(data).decode() == text else b''


def read_signatures(text):
    """The (name, bytes) of each signature line, or None where one of them is none."""
    signatures = []
    for line in text[:-1].split('\n'):
        found = SIGNATURE.fullmatch(line)
        data = read_base64(found[2]) if found else b''
        if not data:
            return None
        signatures.append((found[1], data))
    return signatures


def is_signed(name, text, signatures, keys):
    """Whether one of the signatures is by a key of this name. Others may have signed as well."""
    for signer, data in signatures:
        key = keys.get((signer, data[:KEY_ID_BYTES].hex()))
        if signer != name or not key or len(data) != SIGNATURE_BYTES:
            continue
        if verify_signature(key, text.encode(), data[KEY_ID_BYTES:]):
            return True
    return False


def read_note(note, keys, place, report):
    """The checkpoint of a signed note, or None and a fault.

    Without any key its form alone is checked: that there is none has been told already.
    """
    text, _, last_lines = note.rpartition('\n\n')
    text += '\n'
    body = TEXT.match(text)
    signatures = read_signatures(last_lines)
    if body and signatures and note.endswith('\n'):
        if not keys or is_signed(body[1], text, signatures, keys):
            return Checkpoint(int(body[2]), base64.b64decode(body[3]), place)
    report.altered(place, 'it is no checkpoint whose signature holds')
    return None


def unquote_note(line):
    """The note that a line has as a JSON string, and whether the line is exactly that string."""
    note = line[1:-2].decode('utf8', 'replace').replace('\\n', '\n')
    return note, json.dumps(note, ensure_ascii=False).encode() + b'\n' == line


def read_quoted(path):
    """The notes of a file that has one on each line, as (line, note); '' where a line is none.

    What is longer than a line may be comes in pieces; the first one says all.
    """
    for number, line in enumerate(read_lines(path), 1):
        note, is_exact = unquote_note(line)
        yield number, note if is_exact else ''
        if len(line) > LINE_MAX:
            return


def read_plain(path):
    """The notes of a file that has them as they are, one behind the other: each begins with its name."""
    first, note = 1, bytearray()
    for number, line in enumerate(read_lines(path), 1):
        if line.startswith(NOTE_START) and note:
            yield first, note.decode('utf8', 'replace')
            first, note = number, bytearray()
        note += line
        if len(note) > LINE_MAX:
            yield first, ''
            return
    yield first, note.decode('utf8', 'replace')


def is_plain(path):
    with open(path, 'rb') as file:
        return file.read(len(NOTE_START)) == NOTE_START


def has_checkpoint(path):
    """Whether a witness has anything that may be one."""
    return any(NOTE_START in line for line in read_lines(path))


def read_history(path, keys, report):
    """The checkpoints that lie beside the journal."""
    return read_growing(path, read_quoted(path), keys, report)


def read_witness(path, keys, report, others):
    """The checkpoints that were kept elsewhere, on lines or as they are.

    A witness may keep those of several logs in one file: what is signed under one of the names in
    `others` is no concern of this log.
    """
    notes = read_plain(path) if is_plain(path) else read_quoted(path)
    own = ((number, note) for number, note in notes if note.split('\n')[0] not in others)
    return read_growing(path, own, keys, report)


def read_growing(path, notes, keys, report):
    """The checkpoints of one place, whose sizes only grow."""
    last = 0
    for number, note in notes:
        place = f'{os.path.basename(path)} line {number}'
        found = read_note(note, keys, place, report)
        if not found:
            continue
        if found.size < last:
            report.altered(place, 'it does not come after the checkpoint before it')
        else:
            last = found.size
            yield found


class Comparison:
    """Compares checkpoints with the tree as it grows: each one is due when the tree has its size."""

    def __init__(self, sources, report):
        self._report = report
        # Of each source the next checkpoint and those behind it, which are read as they are due.
        self._sources = [[next(source, None), source] for source in map(iter, sources)]
        # How many entries stand under a checkpoint.
        self._vouched = 0

    def compare(self, tree):
        for source in self._sources:
            while source[0] and source[0].size <= tree.size:
                checkpoint = source[0]
                source[0] = next(source[1], None)
                self._compare_one(checkpoint, tree)

    def _compare_one(self, checkpoint, tree):
        self._vouched = max(self._vouched, checkpoint.size)
        size = checkpoint.size
        # One of no entry at all is due before there is a tree, and never holds.
        if size < tree.size or checkpoint.root != tree.root():
            detail = f'the first {size} entries are not those that were signed'
            self._report.altered(checkpoint.place, detail)

    def end(self, tree):
        """Whatever was signed of more entries than there are shows that some are missing."""
        left = [each for first, rest in self._sources if first for each in (first, *rest)]
        for size, _, place in left:
            missing = f'{size - tree.size} of them missing'
            detail = f'{size} entries were signed and {tree.size} are here: {missing}'
            self._report.altered(place, detail)

    def tell_unsigned(self, tree):
        unsigned = tree.size - self._vouched
        if unsigned > 0:
            detail = f'the last {unsigned} entries stand under no checkpoint'
            self._report.incomplete(f'entry {self._vouched}', detail)
