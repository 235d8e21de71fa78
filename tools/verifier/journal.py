"""The journal, entry after entry: the chain, and all that an entry says which the rest has to bear out."""

import os

from .checkpoints import Comparison
from .content import Content
from .data_keys import DataKeys
from .entries import ID, TYPES, expect, is_same, read_entry
from .exchanges import Exchanges
from .files import LINE_MAX, read_file
from .others import expect_witnessed
from .tree import TILE_WIDTH, Tree, hash_leaf, name_tile, sha256

# Of each so many entries the index has a block, which names the first of them and the hash of the last.
BLOCK_ENTRIES = 4096

# A tile has as many hashes of 32 bytes; one byte more would show that it goes on.
TILE_BYTES = TILE_WIDTH * 32

# `prev` of entry 0.
NO_LINE = '0' * 64


class Journal:
    """Takes the lines of all files in order; what has to wait for the last one is told by `end`."""

    def __init__(self, directory, sources, report):
        self._directory = directory
        self._report = report
        self._data_keys = DataKeys(directory, report)
        self._content = Content(directory, self._data_keys, report)
        self._exchanges = Exchanges(report)
        self._comparison = Comparison(sources, report)
        self._last_id = ''
        # How far the numbers that entries say are ahead of their places.
        self._ahead = 0
        self.tree = Tree(self._check_tile)
        # The hash of the last line.
        self.end_hash = NO_LINE
        # Keys that entries tell of.
        self.announced = set()
        # The id of the first entry of each block of the index, and the hash of the line before it.
        self.blocks = {}

    def take(self, line, place, begins):
        """Takes a line without its newline; an entry that lacks what it should have raises an error.

        `begins` says whether a file begins with it that is not the first one.
        """
        entry = read_entry(line) or {}
        seq = self.tree.size
        # The line counts for chain and tree whatever it is, so that one that is wrong is told once.
        self.tree.add(hash_leaf(line))
        prev, self.end_hash = self.end_hash, sha256(line).hex()
        self._comparison.compare(self.tree)
        if not is_same(entry.get('v'), 1) or entry.get('type') not in TYPES or len(line) > LINE_MAX:
            detail = 'it is not canonical JSON, too long, or no entry of version 1'
            self._report.altered(place, detail)
            return
        self._check_chain(entry, seq, prev, place)
        self._last_id = entry['id']
        if seq % BLOCK_ENTRIES == 0:
            self.blocks[seq] = entry['id'], prev
        self._take_act(entry, place, begins)
        self._exchanges.take(entry, place)
        if 'content' in entry:
            self._content.take(entry['content'], place)

    def _check_chain(self, entry, seq, prev, place):
        due = seq + self._ahead
        if not is_same(entry['seq'], due):
            self._report.altered(place, f"it is entry {entry['seq']} where {due} is due")
            # Where one is gone, those behind it are no further fault each.
            self._ahead = expect(entry['seq'], int) - seq
        elif entry['prev'] != prev:
            before = f'entry {max(due - 1, 0)} before it'
            self._report.altered(place, f'{before} is not the one that it was chained to')
        elif not ID.fullmatch(entry['id']) or entry['id'] <= self._last_id:
            self._report.altered(place, 'its id does not come after the one before')

    def _take_act(self, entry, place, begins):
        act = entry['type'], entry.get('act')
        detail = entry.get('detail', {})
        if act == ('key', 'signing'):
            self.announced.add(expect(detail['verifier_key'], str))
        if act == ('admin', 'witnessed'):
            expect_witnessed(detail)
        # Each file but the first begins with such an entry: nobody can move lines between files.
        says_so = entry['type'] == 'heartbeat' and entry.get('cause') == 'rotated'
        if says_so != begins:
            self._report.altered(place, 'a file does not begin where the lines say that it does')
        self._data_keys.take_act(act, detail, place)
        if act == ('erasure', 'expired'):
            self._content.take_expiry(detail)

    def _check_tile(self, level, index, hashes):
        """A tile that is there has to be right; one that is not can be made anew."""
        name = name_tile(level, index)
        path = os.path.join(self._directory, name)
        if os.path.exists(path) and read_file(path, TILE_BYTES + 1) != hashes:
            self._report.altered(name, 'it is not the tile of these entries')

    def end(self, copy):
        """`copy` is what `copy.json` says, or None. A copy comes without `keys.sqlite`."""
        if copy is None:
            self._data_keys.end()
        self._comparison.end(self.tree)
        self._content.end(copy is not None and copy['content'] is False)
        self._comparison.tell_unsigned(self.tree)
        self._exchanges.end()
