#!/usr/bin/env python3
"""A second, independent verifier of audit trails, written from docs/AUDIT-FORMAT.md alone. Python 3, nothing else.
DIRECTORY is a trail with the logs of its workers, a store of copies, or an evidence bundle. Exit status: 0 intact, 1 altered, 2 incomplete, 3 unreadable."""
import argparse, base64, functools, hashlib, itertools, json, os, re, sqlite3, sys
ALTERED, INCOMPLETE, UNREADABLE, LINE, SHOWN = 1, 2, 3, 1048576, 100
faults, log = {ALTERED: [], UNREADABLE: [], INCOMPLETE: []}, ['']  # the worst first; some of each are told, and no more are kept
def fault(verdict, place, detail): len(faults[verdict]) < SHOWN and faults[verdict].append((log[0] + place, detail))
sha = lambda data: hashlib.sha256(data).digest()
def read(path, most=LINE): return open(path, 'rb').read(most) if os.path.exists(path) else b''  # what is longer is nothing that was written
def digest_of(path): return functools.reduce(lambda hashed, piece: hashed.update(piece) or hashed, iter(functools.partial(open(path, 'rb').read, LINE), b''), hashlib.sha256()).hexdigest()
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493; D, ROOT = -121665 * pow(121666, P - 2, P) % P, pow(2, (P - 1) // 4, P)  # Ed25519 (RFC 8032), verification only: slow and plain
def add(a, b):
    x, y, z, t = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P, 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    return (y - x) * (t - z) % P, (t + z) * (y + x) % P, (t - z) * (t + z) % P, (y - x) * (y + x) % P
def times(n, point): return add(times(n >> 1, add(point, point)), point if n & 1 else (0, 1, 1, 0)) if n else (0, 1, 1, 0)
def decompress(data):
    sign, y = divmod(int.from_bytes(data, 'little'), 2**255); square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = (lambda root: root * ROOT % P if (root * root - square) % P else root)(pow(square, (P + 3) // 8, P))
    return None if (x * x - square) % P or y >= P or (x == 0 and sign) else ((x := P - x if x & 1 != sign else x), y, 1, x * y % P)
BASE = decompress((4 * pow(5, P - 2, P) % P).to_bytes(32, 'little'))
@functools.lru_cache(4096)
def ed25519(public, message, signature):
    a, r, s = decompress(public), decompress(signature[:32]), int.from_bytes(signature[32:], 'little')
    if a is None or r is None or s >= L: return False
    left, right = times(s, BASE), add(r, times(int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), 'little') % L, a))
    return all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))
class Tree:  # RFC 6962, kept as its perfect subtrees from left to right, and as rows of 256 that become tiles
    def __init__(self, on_tile): self.size, self.edge, self.rows, self.on_tile = 0, [], {}, on_tile
    def add(self, node):
        size, self.size, _ = 1, self.size + 1, self.add_to_row(0, node)
        while self.edge and self.edge[-1][0] == size: node, size = sha(b'\1' + self.edge.pop()[1] + node), size * 2
        self.edge.append((size, node))
    def add_to_row(self, level, node):
        index, nodes = self.rows.setdefault(level, (0, [])); nodes.append(node)
        self.rows[level] = (index + 1, []) if len(nodes) == 256 else (index, nodes)
        if len(nodes) == 256:
            self.on_tile(level, index, b''.join(nodes))
            while len(nodes) > 1: nodes = [sha(b'\1' + left + right) for left, right in zip(nodes[::2], nodes[1::2])]
            self.add_to_row(level + 1, nodes[0])
    def root(self): return functools.reduce(lambda right, left: sha(b'\1' + left + right), [node for _, node in self.edge][::-1] or [sha(b'')])
KEY = re.compile(r'([^\s+\x00-\x1f\x85\ufeff]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})')
def read_keys(lines, verdict, place):
    keys = {}
    for number, found in enumerate(map(KEY.fullmatch, lines), 1):
        name, key_id, raw = (found[1], found[2], base64.b64decode(found[3])) if found else ('', '', b'')
        if raw[:1] == b'\1' and sha(name.encode() + b'\n' + raw).hex()[:8] == key_id: keys[name, key_id] = raw[1:]
        else: fault(verdict, f'{place} {number}', 'it is no key that checkpoints are checked with')
    return keys
def given_keys(path, trusted):
    lines = [key.strip() for key in trusted] or [line[:-1] if line.endswith('\n') else '' for line in read(path('checkpoint.pub')).decode('utf8', 'replace').splitlines(True)]
    if not lines: fault(INCOMPLETE, 'checkpoint.pub', 'there is no key to check signatures with')
    return lines, read_keys(lines, UNREADABLE, '--key') if trusted else read_keys(lines, ALTERED, 'checkpoint.pub line')
FILES, TILE = re.compile(r'/(?:checkpoint(?:\.pub)?|[^/]+\.(?:jsonl|bin|sqlite|json|key|txt)|tile/\d+/(?:x\d{3}/)*\d{3})\Z'), re.compile('tile/([0-7])/((?:x[0-9]{3}/){0,4}[0-9]{3})'); PROOF = re.compile(rb'\{"hashes":\[(?:"[0-9a-f]{64}"(?:,(?="))?)*\],"seq":(?:0|[1-9][0-9]{0,15})\}\n')
def find_odd(top):  # a pipe or a device would be read without end
    walks = itertools.chain.from_iterable(map(os.walk, [top, *(each.path for each in os.scandir(top) if each.is_symlink() and each.is_dir())]))
    return [os.path.relpath(path, top) for folder, folders, files in walks for path in (os.path.join(folder, name) for name in folders + files) if not os.path.isfile(path) and (not os.path.isdir(path) or FILES.search(path))]
def lines_of(path): return iter(functools.partial(open(path, 'rb').readline, LINE + 2), b'')  # with their newlines; what is longer than a line may be comes in pieces
NOTE = re.compile(r'([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\nat \S+\ndurability (?:fsync|os)\n\Z'); SIGNATURE = re.compile(r'\u2014 ([^\s+\x00-\x1f\x85\ufeff]+) ([A-Za-z0-9+/]+={0,2})')
def unbase64(text): return data if len(text) % 4 == 0 and base64.b64encode(data := base64.b64decode(text)).decode() == text else b''  # nothing where the same bytes could be written another way
def read_note(note, keys, place):  # size and root of a checkpoint whose signature holds, else None and a fault
    text, _, signatures = note.rpartition('\n\n')
    body, lines = NOTE.match(text + '\n'), [SIGNATURE.fullmatch(line) for line in signatures[:-1].split('\n')]; whole = body and note.endswith('\n') and all(line and unbase64(line[2]) for line in lines)
    if whole and not keys: return int(body[2]), base64.b64decode(body[3]), place
    for name, blob in [(line[1], unbase64(line[2])) for line in lines] if whole else []:
        if name == body[1] and (key := keys.get((name, blob[:4].hex()))) and len(blob) == 68 and ed25519(key, (text + '\n').encode(), blob[4:]): return int(body[2]), base64.b64decode(body[3]), place
    fault(ALTERED, place, 'it is no checkpoint whose signature holds')
def read_history(path, keys, others=(), last=0):  # what is signed under the name of another log is no concern of this one
    for number, line in enumerate(lines_of(path), 1):
        place, note = f'{os.path.basename(path)} line {number}', line[1:-2].decode('utf8', 'replace').replace('\\n', '\n')
        if note.split('\n')[0] in others: continue
        found = read_note(note if json.dumps(note, ensure_ascii=False).encode() + b'\n' == line else '', keys, place)
        if found and found[0] < last: fault(ALTERED, place, 'it does not come after the checkpoint before it')
        elif found: last, _, _ = found; yield found
        elif len(line) > LINE: return
def is_plain(value, depth=1):  # within the limits of a line
    if not isinstance(value, (dict, list)): return isinstance(value, bool) or not isinstance(value, int) or abs(value) < 10**16
    return depth <= 12 and (isinstance(value, list) or all(map(NAME.fullmatch, value))) and all(is_plain(each, depth + 1) for each in (value.values() if isinstance(value, dict) else value))
def parse(line):  # the entry, or None where the line is not canonical JSON; `int` refuses fractions and NaN
    try:
        again = json.dumps(entry := json.loads(line.decode(), parse_float=int, parse_constant=int), sort_keys=True, separators=(',', ':'), ensure_ascii=False).encode()
        return entry if again == line and isinstance(entry, dict) and is_plain(entry) else None
    except (ValueError, RecursionError): return None
NAME, ADDRESS = re.compile(r'[ !#-\[\]-~]*'), re.compile(r'([0-9]{8}-[0-9]{4})/(0|[1-9][0-9]{0,14})/([1-9][0-9]{0,9})'); ID, LEGS = re.compile(r'[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'), ('received', 'forwarded', 'returned', 'released', 'note')
TYPES = (ENDS := {'answered', 'blocked', 'failed', 'aborted', 'recovered'}) | {'request', 'decision', 'denied', 'policy', 'key', 'admin', 'reveal', 'export', 'erasure', 'gap', 'heartbeat'}
def find_seen(top, parts):  # the newest that logs of one directory have of each other, by who saw it and whose log it is: all older ones are beginnings of it
    seen = {}
    for part, path in [(part, os.path.join(folder, name)) for part in parts for folder, _, names in os.walk(os.path.join(top, part, 'journal')) for name in sorted(names)]:
        for entry in filter(None, map(lambda line: parse(line[:-1]), filter(re.compile(b'"act":"witnessed"').search, lines_of(path)))):
            detail = found if entry.get('type') == 'admin' and isinstance(found := entry.get('detail'), dict) else {}
            if type(worker := detail.get('worker')) is int and bool(part) != bool(worker) and isinstance(note := detail.get('checkpoint'), str): seen[part, f'workers/{worker}' if worker else ''] = note, f"{part or 'log 0'} saw it, entry {entry.get('seq')}"
    return seen
class Journal:
    def __init__(self, directory, tracks):
        self.held, self.erased, self.lost, self.keys = {}, {}, {}, open_sqlite(os.path.join(directory, 'keys.sqlite'))
        self.read_key = functools.lru_cache(2000)(lambda reference: self.keys and self.keys.execute('SELECT length(wrapped) FROM keys WHERE id = ? AND version = ?', reference.rsplit('.', 1)).fetchone())
        self.directory, self.tracks = directory, [[next(track, None), track] for track in map(iter, tracks)]
        self.tree, self.announced, self.expired, self.gone, self.zeros, self.open, self.blocks, self.ended, self.older, self.prev, self.last_id, self.vouched = Tree(self.check_tile), set(), {}, {}, {}, {}, {}, set(), set(), '0' * 64, '', 0
    def take(self, line, place, begins):
        seq, prev, self.prev, entry, _ = self.tree.size, self.prev, sha(line).hex(), parse(line) or {}, self.tree.add(sha(b'\0' + line))
        for track in self.tracks:
            while track[0] and track[0][0] <= self.tree.size:
                (size, root, where), track[0], self.vouched = track[0], next(track[1], None), max(self.vouched, track[0][0])
                if size < self.tree.size or root != self.tree.root(): fault(ALTERED, where, f'the first {size} entries are not those that were signed')
        if repr(entry.get('v')) != '1' or entry.get('type') not in TYPES or len(line) > LINE: return fault(ALTERED, place, 'it is not canonical JSON, too long, or no entry of version 1')
        if repr(entry['seq']) != str(seq) or entry['prev'] != prev: fault(ALTERED, place, f"it is entry {entry['seq']} and was not chained to the line before it")
        elif not ID.fullmatch(entry['id']) or entry['id'] <= self.last_id: fault(ALTERED, place, 'its id does not come after the one before')
        self.last_id, detail, told = entry['id'], entry.get('detail', {}), (entry['type'], entry.get('act'))
        if seq % 4096 == 0: self.blocks[seq] = entry['id'], prev  # what the index has to say of them
        if told == ('key', 'signing'): self.announced.add(expect(detail['verifier_key'], str))
        if (told[0] == 'heartbeat' and entry.get('cause') == 'rotated') != begins: fault(ALTERED, place, 'a file does not begin where the lines say that it does')
        if told in (('admin', 'hold'), ('admin', 'release')): self.held.setdefault(detail['subject'], place) if told[1] == 'hold' else self.held.pop(detail['subject'], None)
        if told == ('erasure', 'erased'): self.erased[detail['subject']] = max(expect(detail['through'], int), self.erased.get(expect(detail['subject'], str), 0)); detail['through'] and detail['subject'] in self.held and fault(ALTERED, place, 'it destroyed what was under legal hold')
        texts, whole = self.expired.get(expect(detail['file'], str), (0, False)) if told == ('erasure', 'expired') else (0, False)  # how many texts of that file, and whether it was taken away
        if told == ('erasure', 'expired'): self.expired[detail['file']] = texts + expect(detail.get('texts', 10**9), int), whole or not expect(detail.get('kept', 0), int)
        self.take_exchange(entry, entry['type'], f"{entry.get('exchange')}/{entry.get('attempt')}", place)
        if 'content' in entry: self.take_content(entry['content'], place)
    def check_tile(self, level, index, nodes):  # tiles that are not there can be made anew
        path = os.path.join(self.directory, name := f'tile/{level}/' + re.sub(r'(\d{3})(?=\d)', r'x\1/', str(index).zfill(-(-len(str(index)) // 3) * 3)))
        if os.path.exists(path) and read(path, 8193) != nodes: fault(ALTERED, name, 'it is not the tile of these entries')
    def take_exchange(self, entry, kind, key, place):
        wrong, before = None, key in self.ended or key in self.older
        if kind == 'heartbeat' and entry.get('cause') in ('opened', 'rotated') and sorted(expect(entry['open'], list)) != sorted(map(list, self.open.items())): wrong = 'its list of open exchanges is not what came before'
        elif kind == 'request': wrong, self.open[key] = 'a second request entry of its exchange' if before or key in self.open else None, entry.get('seq')
        elif kind in ENDS:
            begun = self.open.pop(key, -1)
            if begun == -1 and before: wrong = 'a second terminal entry of its exchange'
            elif repr(begun) != repr(entry.get('request', -1)) or (begun == -1 and kind in ('answered', 'recovered')): wrong = 'it does not name the request entry that it ends'
            if len(self.ended) >= 4000: self.ended, self.older = set(), self.ended  # so many at least are remembered
            self.ended.add(key)
        return wrong and fault(ALTERED, place, wrong)
    def take_content(self, content, place):
        legs, _ = [leg for leg in map(content.get, filter(content.__contains__, LEGS)) if leg.get('same') not in LEGS], expect(content['key'], str)
        for leg in legs: expect(leg['bytes'], int), expect(leg['commitment'], str)
        if any('blob' in leg or 'full' in leg for leg in legs): self.take_key(content['key'], place)
        for kept in [leg for leg in legs if 'blob' in leg or 'digest' in leg] + [leg['full'] for leg in legs if 'full' in leg]:
            (name, offset, length), _ = ADDRESS.fullmatch(kept['blob']).groups(), expect(kept['digest'], str); there = os.path.exists(path := os.path.join(self.directory, 'content', name + '.bin'))
            with open(path if there else os.devnull, 'rb') as file:
                data = file.read(min(int(length), max(0, os.path.getsize(path) - int(offset)))) if there and file.seek(int(offset)) + 1 else b''
                if sha(data).hex() != kept['digest']:  # what expired is gone or zeros; other bytes nothing explains
                    how = 'cut' if len(data) < int(length) else 'changed' if data.strip(b'\0') else 'zeros'
                    self.zeros[name] = self.zeros.get(name, 0) + (there and how == 'zeros')
                    self.gone.setdefault((name, how if there else 'gone'), f'{place}, content {kept["blob"]}')
    def take_key(self, reference, place):  # what wraps it nobody has here; that it is there and of its length can be seen
        if not self.read_key(reference): self.lost.setdefault(reference, place)
        elif self.read_key(reference) != (60,) and self.lost.setdefault(reference) is None: fault(ALTERED, f'{place}, keys.sqlite', f'the row of the key {reference} was overwritten')
    def end_keys(self):
        holds = self.keys and self.keys.execute("SELECT 1 FROM sqlite_master WHERE name = 'holds'").fetchone() and {each for each, in self.keys.execute('SELECT id FROM holds')} or ()
        for subject in self.held.keys() - holds: fault(ALTERED, f'{self.held[subject]}, keys.sqlite', f'{subject} is under legal hold, and the row that keeps it is gone')
        for reference in [each for each, place in self.lost.items() if place and int(each.rsplit('.', 1)[1]) > self.erased.get(each.rsplit('.', 1)[0], 0)]: fault(INCOMPLETE, f'{self.lost[reference]}, keys.sqlite', f'the key {reference} is missing and no entry says why')
    def end(self, mark):
        size, _ = self.tree.size, mark or self.end_keys()
        for signed, _, where in [each for first, rest in self.tracks if first for each in (first, *rest)]: fault(ALTERED, where, f'{signed} entries were signed and {size} are here: the tail is missing')
        for (name, how), place in self.gone.items():
            texts, whole = self.expired.get(name, (0, False))
            if not (whole or mark.get('content') is False if how == 'gone' else how == 'zeros' and self.zeros[name] <= texts): fault(INCOMPLETE if how == 'gone' else ALTERED, place, f'content is not what the entry names: it is {how}')
        if size > self.vouched: fault(INCOMPLETE, f'entry {self.vouched}', f'the last {size - self.vouched} entries stand under no checkpoint')
        if self.open: fault(INCOMPLETE, f'entry {min(self.open.values())}', f'{len(self.open)} exchanges have no terminal entry')
expect = lambda value, kind: value if type(value) is kind else int(f'no {kind.__name__}')  # `int` refuses that
TABLES = {'words': ('field, code, word FROM words', 'subject, seq FROM erased', 'seq, status, assignee, tags FROM reviews'), 'texts': ('id, block FROM texts_data', 'segid, term, pgno FROM texts_idx', 'seq FROM text_rows', 'one, seq, segment, offset FROM text_mark')}; OBJECTS = {'index sqlite_autoindex_meta_1', *('table ' + name for name in 'meta blocks columns words erased reviews texts texts_data texts_idx texts_docsize texts_config text_rows text_mark'.split())}
def open_sqlite(path): return os.path.exists(path) and sqlite3.connect('file:' + re.sub('[%?#]', lambda found: f'%{ord(found[0]):x}', path) + '?mode=ro' + '&immutable=1' * (path.endswith('index.sqlite') and not os.path.exists(path + '-wal')), uri=True)
def check_index(path, journal):
    altered, size, db = functools.partial(fault, ALTERED, 'index.sqlite'), journal.tree.size, open_sqlite(path)
    try:
        objects = {' '.join(row) for row in db.execute('SELECT type, name FROM sqlite_master')}
        for each in objects - OBJECTS: return altered(f'it has `{each.split(" ", 1)[1]}`, which is none of its tables')
        if not objects or not db.execute("SELECT value FROM meta WHERE name = 'version'").fetchone()[0][:2] == '5:': return  # empty or older: built anew
        if db.execute('PRAGMA quick_check(1)').fetchone()[0] != 'ok': altered('its pages contradict each other')
        for due, (first, *facts, digest) in zip(itertools.count(0, 4096), db.execute('SELECT * FROM blocks ORDER BY first')):
            hashed = ('|'.join(map(str, [first, *facts])) + '\n').encode()
            for data, own in db.execute('SELECT data, digest FROM columns WHERE id / 64 = ? ORDER BY id', (first // 4096,)): hashed, digest = hashed + own, digest if sha(data) == own else ''
            said = journal.blocks.get(first, ' ')[0], journal.blocks.get(first + 4096, ('', journal.prev))[1]
            if first != due or first + 4096 > size or said != (facts[0], facts[-1]) or sha(hashed).hex() != digest: altered(f'what it holds of the entries from {first} on was changed')
        if any(db.execute('SELECT 1 FROM columns WHERE id / 64 * 4096 NOT IN (SELECT first FROM blocks)')): altered('it holds columns of no entries')
        if any(db.execute(f'SELECT 1 FROM {name} WHERE seq > ?', (last,)).fetchone() for name, last in (('text_rows', size - 1), ('text_mark', size)) if 'table ' + name in objects): altered('it holds texts of entries that are not here')
        if 'table texts_config' in objects and any(db.execute("SELECT 1 FROM texts_config WHERE (k, v) NOT IN (VALUES ('version', 4), ('version', 5), ('secure-delete', 1))")): altered('its full text is set otherwise')
        plain = lambda value: sha(value).hex() if isinstance(value, bytes) else str(value)
        for name, queries in TABLES.items():
            rows, hashed = itertools.chain.from_iterable(db.execute(f'SELECT {each} ORDER BY 1' + ', 2' * (',' in each)) for each in queries), hashlib.sha256()
            stored = db.execute('SELECT value FROM meta WHERE name = ?', (name,)).fetchone()
            for row in rows if stored else []: hashed.update(('|'.join(map(plain, row)) + '\n').encode())
            if stored and stored[0] != hashed.hexdigest() or name == 'words' and not stored and any(rows): altered(f'its {name} were changed')
    except (sqlite3.Error, TypeError, ValueError) as error: altered(str(error))
def find_last_tile(top):  # how many entries there have to be for the tiles that are there, and which tile tells so
    paths = (os.path.relpath(os.path.join(folder, name), top) for folder, _, files in os.walk(os.path.join(top, 'tile')) for name in files)
    return max((((int(re.sub('[x/]', '', found[2])) + 1) * 256 ** (int(found[1]) + 1), found[0]) for found in map(TILE.fullmatch, paths) if found), default=(0, ''))
def check_trail(path, trusted, witnesses, others, part, seen):
    (lines, keys), latest, (tiled, tile) = given_keys(path, trusted), None, find_last_tile(path(''))
    mark = json.loads(read(path('copy.json')).decode()) if os.path.exists(path('copy.json')) else None
    if mark is not None and (mark.get('v') != 1 or [type(mark.get(name)) for name in ('log', 'content')] != [str, bool]): raise ValueError('`copy.json` does not say what this is a copy of')
    if os.path.exists(path('checkpoint')): latest = read_note(read(path('checkpoint')).decode('utf8', 'replace'), keys, 'checkpoint')
    history = list(read_history(path('checkpoints.jsonl'), keys)) if os.path.exists(path('checkpoints.jsonl')) else []
    if history and history[-1][0] > (latest or [0])[0]: fault(ALTERED, 'checkpoint', 'it is older than the last one in checkpoints.jsonl')
    journal = Journal(path(''), [[latest] if latest else [], history, *[read_history(witness, keys, others) for witness in witnesses], *[[read_note(note, keys, place)] for (_, of), (note, place) in seen.items() if of == part]])
    names = sorted(n for n in os.listdir(path('journal')) if re.fullmatch(r'[0-9]{8}\.jsonl', n)) if os.path.isdir(path('journal')) else []
    if not names: fault(UNREADABLE, 'journal', 'there is none')
    for number, name in enumerate(names, 1):
        if int(name[:8]) != number: fault(ALTERED, f'journal/{name}', 'a segment before it is missing')
        if number < len(names) and not os.path.getsize(path('journal/' + name)): fault(ALTERED, f'journal/{name}', 'it is empty, and others come after it')
        for at, line in enumerate(lines_of(path('journal/' + name))):
            place = f'entry {journal.tree.size} in journal/{name}'
            if not line.endswith(b'\n'): fault(INCOMPLETE if number == len(names) and len(line) <= LINE else ALTERED, place, 'it is too long or no whole entry'); break
            try: journal.take(line[:-1], place, number > 1 and at == 0)
            except (KeyError, ValueError, TypeError, AttributeError, OSError) as error: fault(ALTERED, place, f'it is no entry: {error!r}')
    journal.end(mark or {})
    for (by, of), (_, place) in seen.items(): by == part and of and not os.path.isdir(path(of + '/journal')) and fault(ALTERED, of, f'it is not here, and {place}')
    if tiled > journal.tree.size: fault(ALTERED, tile, f'it is a tile of {tiled} entries and {journal.tree.size} are here: the tail is missing')
    for line in set(lines) - journal.announced: fault(ALTERED, 'checkpoint.pub', f'no entry tells of the key {line}')
    if os.path.exists(path('index.sqlite')): check_index(path('index.sqlite'), journal)
    return f'{journal.tree.size} entries, root {journal.tree.root().hex()}' + (f', a copy of {mark["log"]}' if mark else '')
def check_bundle(path, trusted):
    manifest = json.loads(read(path('manifest.json')).decode(), parse_constant=int)
    files, here = {**manifest['files']}, set(os.listdir(path(''))) - {'manifest.json'}
    for name in sorted(here | set(files) | {'README.txt', 'checkpoint', 'checkpoint.pub', 'entries.jsonl', 'proofs.jsonl'}):
        if name not in here or not os.path.isfile(path(name)) or digest_of(path(name)) != files.get(name): fault(ALTERED, name, 'it is not the file that the manifest names')
    (_, keys), count, before = given_keys(path, trusted), 0, -1; size, root, _ = read_note(read(path('checkpoint')).decode('utf8', 'replace'), keys, 'checkpoint') or (0, b'', '')
    if 'size' in manifest and manifest['size'] != size: fault(ALTERED, 'manifest.json', f"it tells of {manifest['size']} entries where the checkpoint has {size}")
    for count, (line, proof) in enumerate(itertools.zip_longest(*[lines_of(path(name)) if os.path.isfile(path(name)) else [] for name in ('entries.jsonl', 'proofs.jsonl')], fillvalue=b'{}\n'), 1):
        proof, entry, node = json.loads(proof) if PROOF.fullmatch(proof) else {}, parse(line[:-1]) or {}, sha(b'\0' + line[:-1])
        index, last = proof.get('seq', -1), size - 1
        for sibling in map(bytes.fromhex, proof.get('hashes', [])):
            left = index % 2 or index == last; node = sha(b'\1' + (sibling + node if left else node + sibling))
            while left and index % 2 == 0 and index: index, last = index // 2, last // 2
            index, last = index // 2, last // 2
        if line.endswith(b'\n') and repr(entry.get('seq')) == str(proof.get('seq')) and node == root and not last and before < proof['seq']: before = proof['seq']
        else: fault(ALTERED, f'entries.jsonl line {count}', 'it does not stand under the checkpoint, or not after the one before it')
    if manifest.get('entries') is True or count != manifest.get('entries'): fault(ALTERED, 'entries.jsonl', f"it has {count} lines where the manifest says {manifest.get('entries')}")
    return f'{count} entries of {size}, root {root.hex()}'
def find_parts(top):  # the logs of a trail, the copies in a store, or the bundles of several logs
    has = lambda name: any(os.path.exists(os.path.join(top, name, each)) for each in ('journal', 'manifest.json'))
    below = lambda folder: sorted(name for name in (os.path.join(folder, each) for each in os.listdir(os.path.join(top, folder))) if has(name)) if os.path.isdir(os.path.join(top, folder)) else []
    return ['', *below('workers')] if has('') or not below('') else below('')
def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for flag, about, more in (('directory', 'a trail, a store or a bundle', {}), ('--key', 'a key to trust; may be repeated', repeated := {'action': 'append', 'default': []}), ('--witness', 'checkpoints kept elsewhere; may be repeated', repeated)): parser.add_argument(flag, help=about, **more)
    given, summaries, seen, words = parser.parse_args(), [], {}, ('intact', 'altered', 'incomplete', 'unreadable')
    names = lambda part: {line.split('+')[0] for line in read(os.path.join(given.directory, part, 'checkpoint.pub')).decode('utf8', 'replace').split('\n')}
    for part in (parts := find_parts(given.directory)):
        log[0], path = part and part + ': ', functools.partial(os.path.join, given.directory, part)
        try:
            for place in (odd := [*find_odd(path('')), *itertools.filterfalse(os.path.isfile, given.witness)]): fault(UNREADABLE, place, 'it is neither a file nor a folder where one is due')
            if odd: break  # those of workers lie below the first
            if not part and not os.path.exists(path('copy.json')): seen = find_seen(given.directory, parts)
            bundle, others = os.path.exists(path('manifest.json')) and not os.path.exists(path('journal')), set().union(*map(names, {*parts} - {part})) - names(part)
            summaries.append(log[0] + (check_bundle(path, given.key) if bundle else check_trail(path, given.key, given.witness, others, part, seen)))
        except Exception as error: fault(UNREADABLE, getattr(error, 'filename', None) or given.directory, getattr(error, 'strerror', None) or repr(error))
    told = [(verdict, *each) for verdict in faults for each in faults[verdict]]
    print(*[f'{words[verdict]}: {place}: {detail}' for verdict, place, detail in told[:SHOWN]], (words[told[0][0]].upper() if told else words[0]) + ': ' + '; '.join(summaries), sep='\n')
    return told[0][0] if told else 0
if __name__ == '__main__': sys.exit(main())
