"""The tree over the entries (RFC 6962, section 2.1): its root, its tiles and proofs of inclusion."""

import functools
import hashlib
import os
import re

# A tile has so many hashes of one level in a row (C2SP tlog-tiles with a height of 8).
TILE_WIDTH = 256

TILE_NAME = re.compile('tile/([0-7])/((?:x[0-9]{3}/){0,4}[0-9]{3})')


def sha256(data):
    return hashlib.sha256(data).digest()


def hash_leaf(line):
    return sha256(b'\0' + line)


def hash_node(left, right):
    return sha256(b'\1' + left + right)


class Tree:
    """Grows by one leaf after the other and keeps no more than some hashes of each level.

    Each full tile is told to `on_tile(level, index, hashes)` as soon as its last hash is known.
    """

    def __init__(self, on_tile):
        self.size = 0
        # The perfect subtrees that the leaves make up, from left to right, as (leaves, root).
        self._subtrees = []
        # For each level the number of the tile that is being filled, and its hashes.
        self._rows = {}
        self._on_tile = on_tile

    def add(self, leaf):
        self._add_to_row(0, leaf)
        self.size += 1
        leaves, node = 1, leaf
        while self._subtrees and self._subtrees[-1][0] == leaves:
            node = hash_node(self._subtrees.pop()[1], node)
            leaves *= 2
        self._subtrees.append((leaves, node))

    def _add_to_row(self, level, node):
        index, nodes = self._rows.setdefault(level, (0, []))
        nodes.append(node)
        if len(nodes) < TILE_WIDTH:
            return
        self._rows[level] = (index + 1, [])
        self._on_tile(level, index, b''.join(nodes))
        # The root over a full tile is one hash of the next level.
        while len(nodes) > 1:
            nodes = [hash_node(left, right) for left, right in zip(nodes[::2], nodes[1::2])]
        self._add_to_row(level + 1, nodes[0])

    def root(self):
        """The root of all leaves so far: the subtrees hashed together from the right."""
        if not self._subtrees:
            return sha256(b'')
        roots = [node for _, node in reversed(self._subtrees)]
        return functools.reduce(lambda right, left: hash_node(left, right), roots)


def name_tile(level, index):
    """The name of a tile: 1234067 is written as x001/x234/067."""
    digits = str(index)
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    return f'tile/{level}/' + re.sub(r'(\d{3})(?=\d)', r'x\1/', digits)


def find_last_tile(directory):
    """The most entries that a tile on disk tells of, and the name of that tile.

    Tiles are made of entries that are in the journal, so there have to be as many.
    """
    most = (0, '')
    for folder, _, files in os.walk(os.path.join(directory, 'tile')):
        for file in files:
            name = os.path.relpath(os.path.join(folder, file), directory)
            found = TILE_NAME.fullmatch(name)
            if found:
                level, index = int(found[1]), int(re.sub('[x/]', '', found[2]))
                most = max(most, ((index + 1) * TILE_WIDTH ** (level + 1), name))
    return most


def is_included(leaf, index, size, hashes, root):
    """Whether the proof leads from the leaf of this number to the root over `size` leaves.

    RFC 9162, section 2.1.3.2, which says how the proofs of RFC 6962, section 2.1.1, are checked.
    """
    node, last = leaf, size - 1
    for sibling in hashes:
        if index % 2 or index == last:
            node = hash_node(sibling, node)
            # On the right edge of the tree, levels where nothing stands to the left have no hash.
            while index and index % 2 == 0:
                index, last = index // 2, last // 2
        else:
            node = hash_node(node, sibling)
        index, last = index // 2, last // 2
    return node == root and last == 0
