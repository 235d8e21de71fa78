"""Verifier keys, NAME+KEYID+KEY: those that were given to be trusted, or those in `checkpoint.pub`."""

import base64
import os
import re

from .files import read_file
from .tree import sha256

# A name has no space, control, mark of byte order or `+`. 44 characters of base64 are 33 bytes.
KEY = re.compile(r'([^\s+\x00-\x1f\x85\ufeff]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})')

# The first byte of KEY says what signs: Ed25519.
ED25519 = b'\1'


def read_key(line):
    """The name, the key id and the 32 bytes of a verifier key, or None."""
    found = KEY.fullmatch(line)
    if not found:
        return None
    name, key_id, key = found[1], found[2], base64.b64decode(found[3])
    if key[:1] != ED25519 or sha256(name.encode() + b'\n' + key).hex()[:8] != key_id:
        return None
    return name, key_id, key[1:]


def read_keys(lines, fault, place):
    """The keys by name and key id. One that is none is told to `fault` with its number."""
    keys = {}
    for number, line in enumerate(lines, 1):
        found = read_key(line)
        if found:
            name, key_id, key = found
            keys[name, key_id] = key
        else:
            fault(f'{place} {number}', 'it is no key that checkpoints are checked with')
    return keys


def read_key_lines(directory):
    """The lines of `checkpoint.pub`. One that does not end in a newline is empty, and so no key."""
    text = read_file(os.path.join(directory, 'checkpoint.pub')).decode('utf8', 'replace')
    # Whatever else some program takes for the end of a line makes pieces that are no keys.
    return [line[:-1] if line.endswith('\n') else '' for line in text.splitlines(True)]


def find_keys(directory, trusted, report):
    """The lines that keys were read from, and the keys; those in the directory where none is trusted."""
    lines = [key.strip() for key in trusted] or read_key_lines(directory)
    if not lines:
        report.incomplete('checkpoint.pub', 'there is no key to check signatures with')
    if trusted:
        return lines, read_keys(lines, report.unreadable, '--key')
    return lines, read_keys(lines, report.altered, 'checkpoint.pub line')


def list_names(directory):
    """The names that the keys of a log are for; what a witness keeps under them is of this log."""
    text = read_file(os.path.join(directory, 'checkpoint.pub')).decode('utf8', 'replace')
    return {line.split('+')[0] for line in text.split('\n')}
