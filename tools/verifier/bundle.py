"""An evidence bundle: its files are those of the manifest, and each entry stands under the checkpoint."""

import itertools
import json
import os
import re

from .checkpoints import Checkpoint, read_note
from .entries import is_same, read_entry
from .files import digest_file, read_file, read_lines
from .keys import find_keys
from .tree import hash_leaf, is_included

# A proof is written in this one way: a hash in large letters or a space is a fault.
PROOF = re.compile(
    rb'\{"hashes":\[(?:"[0-9a-f]{64}"(?:,(?="))?)*\],"seq":(?:0|[1-9][0-9]{0,15})\}\n'
)

# What a bundle has at least, beside its manifest.
NAMES = {'README.txt', 'checkpoint', 'checkpoint.pub', 'entries.jsonl', 'proofs.jsonl'}

# For the line that one of two files has not: neither an entry nor a proof.
NOTHING = b'{}\n'


def check_bundle(directory, trusted, report):
    """Verifies the bundle in this directory, and answers a summary of it."""
    text = read_file(os.path.join(directory, 'manifest.json')).decode()
    manifest = json.loads(text, parse_constant=int)
    # To Python `True` is 1.
    if manifest.get('format', 1) is True or manifest.get('format', 1) != 1:
        report.unreadable('manifest.json', 'it is of a format that is not known here')
        return ''
    check_files(directory, {**manifest['files']}, report)
    checkpoint = read_checkpoint(directory, trusted, report)
    size = checkpoint.size
    if 'size' in manifest and manifest['size'] != size:
        detail = f"it tells of {manifest['size']} entries where the checkpoint has {size}"
        report.altered('manifest.json', detail)
    count = check_entries(directory, checkpoint, report)
    said = manifest.get('entries')
    # To Python `True` is 1.
    if said is True or said != count:
        report.altered('entries.jsonl', f'it has {count} lines where the manifest says {said}')
    return f'{count} entries of {size}, root {checkpoint.root.hex()}'


def check_files(directory, digests, report):
    """There is no file that the manifest does not name, and each has the digest that it says."""
    here = set(os.listdir(directory)) - {'manifest.json'}
    for name in sorted(here | set(digests) | NAMES):
        path = os.path.join(directory, name)
        is_file = name in here and os.path.isfile(path)
        if name not in here:
            report.altered(name, 'it is missing')
        elif not is_file or digest_file(path) != digests.get(name):
            report.altered(name, 'it is not the file that the manifest names')


def read_checkpoint(directory, trusted, report):
    """Where its signature does not hold, one that no entry stands under."""
    _, keys = find_keys(directory, trusted, report)
    note = read_file(os.path.join(directory, 'checkpoint')).decode('utf8', 'replace')
    return read_note(note, keys, 'checkpoint', report) or Checkpoint(0, b'', '')


def check_entries(directory, checkpoint, report):
    """Checks each entry by its proof, and answers how many lines there are."""
    paths = [os.path.join(directory, name) for name in ('entries.jsonl', 'proofs.jsonl')]
    lines, proofs = [read_lines(path) if os.path.isfile(path) else [] for path in paths]
    count, last = 0, -1
    for line, proof in itertools.zip_longest(lines, proofs, fillvalue=NOTHING):
        count += 1
        seq = find_proven(line, proof, checkpoint)
        if seq is not None and seq > last:
            last = seq
        else:
            detail = 'it does not stand under the checkpoint, or not after the one before it'
            report.altered(f'entries.jsonl line {count}', detail)
    return count


def find_proven(line, proof, checkpoint):
    """The number of the entry on this line, or None where the proof does not show that it stands."""
    if not PROOF.fullmatch(proof) or not line.endswith(b'\n'):
        return None
    proof = json.loads(proof)
    entry = read_entry(line[:-1]) or {}
    seq, hashes = proof['seq'], map(bytes.fromhex, proof['hashes'])
    if not is_same(entry.get('seq'), seq):
        return None
    leaf = hash_leaf(line[:-1])
    return seq if is_included(leaf, seq, checkpoint.size, hashes, checkpoint.root) else None
