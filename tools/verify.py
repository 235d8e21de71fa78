#!/usr/bin/env python3
"""A second, independent verifier of audit trails, written from docs/AUDIT-FORMAT.md alone. Python 3, nothing else.

DIRECTORY is a trail or an evidence bundle. Exit status: 0 intact, 1 altered, 2 incomplete, 3 unreadable.
"""
import argparse, base64, functools, hashlib, itertools, json, os, re, sqlite3, sys

ALTERED, INCOMPLETE, UNREADABLE, LINE, faults = 1, 2, 3, 1048576, []
fault = lambda verdict, place, detail: faults.append((verdict, place, detail))
sha = lambda data: hashlib.sha256(data).digest()
# Ed25519 (RFC 8032), verification only: slow and plain.
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D, ROOT = -121665 * pow(121666, P - 2, P) % P, pow(2, (P - 1) // 4, P)
def add(a, b):
    x, y = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    z, t = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    return (y - x) * (t - z) % P, (t + z) * (y + x) % P, (t - z) * (t + z) % P, (y - x) * (y + x) % P
def times(n, point): return add(times(n >> 1, add(point, point)), point if n & 1 else (0, 1, 1, 0)) if n else (0, 1, 1, 0)
def decompress(data):
    sign, y = divmod(int.from_bytes(data, 'little'), 2**255)
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = (lambda root: root * ROOT % P if (root * root - square) % P else root)(pow(square, (P + 3) // 8, P))
    if (x * x - square) % P or y >= P or (x == 0 and sign): return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P
BASE = decompress((4 * pow(5, P - 2, P) % P).to_bytes(32, 'little'))
@functools.lru_cache(4096)
def ed25519(public, message, signature):
    a, r, s = decompress(public), decompress(signature[:32]), int.from_bytes(signature[32:], 'little')
    if len(signature) != 64 or a is None or r is None or s >= L: return False
    left, right = times(s, BASE), add(r, times(int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), 'little') % L, a))
    return all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))
class Tree:  # RFC 6962, kept as its perfect subtrees from left to right, and as rows of 256 that become tiles
    def __init__(self, on_tile): self.size, self.edge, self.rows, self.on_tile = 0, [], {}, on_tile
    def add(self, node):
        self.add_to_row(0, node)
        size, self.size = 1, self.size + 1
        while self.edge and self.edge[-1][0] == size: node, size = sha(b'\1' + self.edge.pop()[1] + node), size * 2
        self.edge.append((size, node))
    def add_to_row(self, level, node):
        index, nodes = self.rows.get(level, (0, []))
        nodes.append(node)
        self.rows[level] = (index + 1, []) if len(nodes) == 256 else (index, nodes)
        if len(nodes) == 256:
            self.on_tile(level, index, b''.join(nodes))
            while len(nodes) > 1: nodes = [sha(b'\1' + left + right) for left, right in zip(nodes[::2], nodes[1::2])]
            self.add_to_row(level + 1, nodes[0])
    def root(self): return functools.reduce(lambda right, left: sha(b'\1' + left + right), [node for _, node in self.edge][::-1] or [sha(b'')])
KEY = re.compile(r'([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})')
def read_keys(lines, verdict, place):
    keys = {}
    for number, line in enumerate(lines, 1):
        found = KEY.fullmatch(line)
        name, key_id, raw = (found[1], found[2], base64.b64decode(found[3])) if found else ('', '', b'')
        if raw[:1] == b'\1' and sha(name.encode() + b'\n' + raw).hex()[:8] == key_id: keys[name, key_id] = raw[1:]
        else: fault(verdict, f'{place} {number}', 'it is no key that checkpoints are checked with')
    return keys
def given_keys(path, trusted):
    raw = open(path('checkpoint.pub'), 'rb').read() if os.path.exists(path('checkpoint.pub')) and not trusted else b''
    lines = trusted or raw.decode('utf8', 'replace').split()
    if not lines: fault(INCOMPLETE, 'checkpoint.pub', 'there is no key to check signatures with')
    return lines, read_keys(lines, UNREADABLE, '--key') if trusted else read_keys(lines, ALTERED, 'checkpoint.pub line')
FILES = re.compile(r'/(?:checkpoint(?:\.pub)?|[^/]+\.(?:jsonl|bin|sqlite|json|key|txt)|tile/\d+/(?:x\d{3}/)*\d{3})\Z')
def find_odd(top):  # a pipe or a device would be read without end
    linked = [each.path for each in os.scandir(top) if each.is_symlink() and each.is_dir()]
    for folder, folders, files in itertools.chain.from_iterable(map(os.walk, [top, *linked])):
        for path in [os.path.join(folder, name) for name in folders + files]:
            if not os.path.isfile(path) and (not os.path.isdir(path) or FILES.search(path)): yield os.path.relpath(path, top)
def lines_of(path):  # with their newlines; what is longer than a line may be comes in pieces
    with open(path, 'rb') as file: yield from iter(lambda: file.readline(LINE + 2), b'')
NOTE = re.compile(r'([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\nat \S+\ndurability (?:fsync|os)\n\Z')
SIGNATURE = re.compile(r'\u2014 [^\s+]+ [A-Za-z0-9+/]+={0,2}')
def read_note(note, keys, place):  # size and root of a checkpoint whose signature holds, else None and a fault
    text, _, signatures = note.rpartition('\n\n')
    body, lines = NOTE.match(text + '\n'), signatures[:-1].split('\n')
    whole = body and note.endswith('\n') and all(map(SIGNATURE.fullmatch, lines))
    if whole and not keys: return int(body[2]), base64.b64decode(body[3]), place
    for _, name, encoded in [line.split(' ') for line in lines] if whole else []:
        blob = base64.b64decode(re.sub('[^A-Za-z0-9+/]', '', encoded)[:91].ljust(91, 'A') + '=')
        key, canonical = keys.get((name, blob[:4].hex())), base64.b64encode(blob).decode() == encoded
        if name == body[1] and canonical and key and ed25519(key, (text + '\n').encode(), blob[4:]): return int(body[2]), base64.b64decode(body[3]), place
    fault(ALTERED, place, 'it is no checkpoint whose signature holds')
def read_history(path, keys):
    last = 0
    for number, line in enumerate(lines_of(path), 1):
        place, note = f'{os.path.basename(path)} line {number}', line[1:-2].decode('utf8', 'replace').replace('\\n', '\n')
        found = read_note(note if json.dumps(note, ensure_ascii=False).encode() + b'\n' == line else '', keys, place)
        if found and found[0] < last: fault(ALTERED, place, 'it does not come after the checkpoint before it')
        elif found:
            last = found[0]
            yield found
def is_plain(value, depth=1):  # within the limits of a line
    if not isinstance(value, (dict, list)): return isinstance(value, bool) or not isinstance(value, int) or abs(value) < 10**16
    within = all(map(NAME.fullmatch, value)) if isinstance(value, dict) else True
    return within and depth <= 12 and all(is_plain(each, depth + 1) for each in (value.values() if isinstance(value, dict) else value))
def parse(line):  # the entry, or None where the line is not canonical JSON; `int` refuses fractions and NaN
    try:
        entry = json.loads(line.decode(), parse_float=int, parse_constant=int)
        again = json.dumps(entry, sort_keys=True, separators=(',', ':'), ensure_ascii=False).encode()
        return entry if again == line and isinstance(entry, dict) and is_plain(entry) else None
    except (ValueError, RecursionError): return None
NAME, ADDRESS = re.compile(r'[ !#-\[\]-~]*'), re.compile(r'([0-9]{8}-[0-9]{4})/(0|[1-9][0-9]{0,14})/([1-9][0-9]{0,9})')
ENDS = {'answered', 'blocked', 'failed', 'aborted', 'recovered'}
TYPES = ENDS | {'request', 'decision', 'denied', 'policy', 'key', 'admin', 'reveal', 'export', 'erasure', 'gap', 'heartbeat'}
class Journal:
    def __init__(self, directory, tracks):
        self.directory, self.tracks = directory, [[next(track, None), track] for track in map(iter, tracks)]
        self.tree, self.announced, self.expired, self.gone, self.zeros = Tree(self.check_tile), set(), {}, [], {}
        self.open, self.ended, self.prev, self.last_id, self.vouched = {}, {}, '0' * 64, '', 0
    def take(self, line, place):
        seq, prev, self.prev, entry = self.tree.size, self.prev, sha(line).hex(), parse(line) or {}
        self.tree.add(sha(b'\0' + line))
        for track in self.tracks:
            while track[0] and track[0][0] <= self.tree.size:
                size, root, where = track[0]
                if size < self.tree.size or root != self.tree.root(): fault(ALTERED, where, f'the first {size} entries are not those that were signed')
                self.vouched, track[0] = max(self.vouched, size), next(track[1], None)
        if repr(entry.get('v')) != '1' or entry.get('type') not in TYPES or len(line) > LINE:
            return fault(ALTERED, place, 'it is not canonical JSON, too long, or no entry of version 1')
        if repr(entry['seq']) != str(seq) or entry['prev'] != prev: fault(ALTERED, place, f"it is entry {entry['seq']} and was not chained to the line before it")
        elif entry['id'] <= self.last_id: fault(ALTERED, place, 'its id does not come after the one before')
        self.last_id, detail, told = entry['id'], entry.get('detail', {}), (entry['type'], entry.get('act'))
        self.announced |= {detail['verifier_key']} if told == ('key', 'signing') else set()
        if told == ('erasure', 'expired'):  # how many texts of that file, and whether it was taken away
            texts, whole = self.expired.get(detail['file'], (0, False))
            self.expired[detail['file']] = texts + detail.get('texts', 10**9), whole or not detail.get('kept')
        self.take_exchange(entry, entry['type'], f"{entry.get('exchange')}/{entry.get('attempt')}", place)
        self.take_content(entry.get('content', {}), place)
    def check_tile(self, level, index, nodes):  # tiles that are not there can be made anew
        name = f'tile/{level}/' + re.sub(r'(\d{3})(?=\d)', r'x\1/', str(index).zfill(-(-len(str(index)) // 3) * 3))
        path = os.path.join(self.directory, name)
        if os.path.exists(path) and open(path, 'rb').read() != nodes: fault(ALTERED, name, 'it is not the tile of these entries')
    def take_exchange(self, entry, kind, key, place):
        wrong = None
        if kind == 'heartbeat' and entry.get('cause') in ('opened', 'rotated') and dict(entry['open']) != self.open: wrong = 'its list of open exchanges is not what came before'
        elif kind == 'request':
            wrong = 'a second request entry of its exchange' if key in self.open or key in self.ended else None
            self.open[key] = entry.get('seq')
        elif kind in ENDS:
            begun = self.open.pop(key, None)
            if key in self.ended: wrong = 'a second terminal entry of its exchange'
            elif begun != entry.get('request') or (begun is None and kind in ('answered', 'recovered')): wrong = 'it does not name the request entry that it ends'
            self.ended[key] = True
            self.ended.pop(next(iter(self.ended)) if len(self.ended) > 20000 else None, None)
        return wrong and fault(ALTERED, place, wrong)
    def take_content(self, content, place):
        for kept in [each for leg in content.values() if isinstance(leg, dict) for each in (leg, leg.get('full', {})) if 'blob' in each]:
            name, offset, length = ADDRESS.fullmatch(kept['blob']).groups()
            path = os.path.join(self.directory, 'content', name + '.bin')
            there = os.path.exists(path)
            with open(path if there else os.devnull, 'rb') as file:
                file.seek(int(offset))
                data = file.read(min(int(length), max(0, os.path.getsize(path) - int(offset)))) if there else b''
                if sha(data).hex() != kept['digest']:  # what expired is gone or zeros; other bytes nothing explains
                    how = 'cut' if len(data) < int(length) else 'changed' if data.strip(b'\0') else 'zeros'
                    self.zeros[name] = self.zeros.get(name, 0) + (there and how == 'zeros')
                    self.gone.append((name, how if there else 'gone', f'{place}, content {kept["blob"]}'))
    def end(self):
        size = self.tree.size
        for signed, _, where in [each for first, rest in self.tracks if first for each in (first, *rest)]:
            fault(ALTERED, where, f'{signed} entries were signed and {size} are here: the tail is missing')
        for name, how, place in self.gone:
            texts, whole = self.expired.get(name, (0, False))
            if not (whole if how == 'gone' else how == 'zeros' and self.zeros[name] <= texts):
                fault(INCOMPLETE if how == 'gone' else ALTERED, place, f'content is not what the entry names: it is {how}')
        if size > self.vouched: fault(INCOMPLETE, f'entry {self.vouched}', f'the last {size - self.vouched} entries stand under no checkpoint')
        if self.open: fault(INCOMPLETE, f'entry {min(self.open.values())}', f'{len(self.open)} exchanges have no terminal entry')
def attempt(check, line, place):
    try: check(line, place)
    except (KeyError, ValueError, TypeError, AttributeError, OSError) as error: fault(ALTERED, place, f'it is no entry: {error!r}')
TABLES = {'words': ('field, code, word FROM words', 'subject, seq FROM erased', 'seq, status, assignee, tags FROM reviews'),
          'texts': ('id, block FROM texts_data', 'segid, term, pgno FROM texts_idx', 'seq FROM text_rows')}
def check_index(path):
    try:
        db = sqlite3.connect(f'file:{path}?mode=ro', uri=True)
        for name, in db.execute("SELECT name FROM sqlite_master WHERE type IN ('view', 'trigger')").fetchall():
            return fault(ALTERED, 'index.sqlite', f'it has `{name}`, which is none of its tables')
        if not any(db.execute('SELECT 1 FROM sqlite_master')): return  # begun, and nothing in it yet
        tables = TABLES if db.execute("SELECT value FROM meta WHERE name = 'version'").fetchone()[0][:2] == '4:' else {}  # older: built anew
        if tables and db.execute('PRAGMA quick_check(1)').fetchone()[0] != 'ok': fault(ALTERED, 'index.sqlite', 'its pages contradict each other')
        for first, *facts, digest in db.execute('SELECT * FROM blocks ORDER BY first'):
            hashed = ('|'.join(map(str, [first, *facts])) + '\n').encode()
            columns = db.execute('SELECT data, digest FROM columns WHERE id / 64 = ? ORDER BY id', (first // 4096,))
            for data, own in columns.fetchall(): hashed, digest = hashed + own, digest if sha(data) == own else ''
            if sha(hashed).hex() != digest: fault(ALTERED, 'index.sqlite', f'what it holds of the entries from {first} on was changed')
        plain = lambda value: sha(value).hex() if isinstance(value, bytes) else str(value)
        for name, queries in tables.items():
            rows = itertools.chain.from_iterable(db.execute(f'SELECT {each} ORDER BY 1' + ', 2' * (',' in each)) for each in queries)
            hashed, stored = hashlib.sha256(), db.execute('SELECT value FROM meta WHERE name = ?', (name,)).fetchone()
            for row in rows if stored else []: hashed.update(('|'.join(map(plain, row)) + '\n').encode())
            if stored and stored[0] != hashed.hexdigest() or name == 'words' and not stored and any(rows): fault(ALTERED, 'index.sqlite', f'its {name} were changed')
    except (sqlite3.Error, TypeError, ValueError) as error: fault(ALTERED, 'index.sqlite', str(error))
def check_trail(path, trusted, witnesses):
    (lines, keys), latest = given_keys(path, trusted), None
    if os.path.exists(path('checkpoint')): latest = read_note(open(path('checkpoint'), 'rb').read().decode('utf8', 'replace'), keys, 'checkpoint')
    history = list(read_history(path('checkpoints.jsonl'), keys)) if os.path.exists(path('checkpoints.jsonl')) else []
    if history and history[-1][0] > (latest or [0])[0]: fault(ALTERED, 'checkpoint', 'it is older than the last one in checkpoints.jsonl')
    tracks = [[latest] if latest else [], history, *[read_history(witness, keys) for witness in witnesses]]
    journal = Journal(path(''), tracks)
    names = sorted(n for n in os.listdir(path('journal')) if re.fullmatch(r'\d{8}\.jsonl', n))
    for number, name in enumerate(names, 1):
        if int(name[:8]) != number: fault(ALTERED, f'journal/{name}', 'a segment before it is missing')
        if number < len(names) and not os.path.getsize(path('journal/' + name)): fault(ALTERED, f'journal/{name}', 'it is empty, and others come after it')
        for line in lines_of(path('journal/' + name)):
            place = f'entry {journal.tree.size} in journal/{name}'
            if line.endswith(b'\n'): attempt(journal.take, line[:-1], place)
            else: fault(INCOMPLETE if number == len(names) and len(line) <= LINE else ALTERED, place, 'it is too long or no whole entry'); break
    journal.end()
    for line in set(lines) - journal.announced: fault(ALTERED, 'checkpoint.pub', f'no entry tells of the key {line}')
    if os.path.exists(path('index.sqlite')): check_index(path('index.sqlite'))
    return f'{journal.tree.size} entries, root {journal.tree.root().hex()}'
def check_bundle(path, trusted):
    manifest = json.load(open(path('manifest.json'), 'rb'))
    files, here = manifest['files'], set(os.listdir(path(''))) - {'manifest.json'}
    for name in sorted(here | set(files) | {'README.txt', 'checkpoint', 'checkpoint.pub', 'entries.jsonl', 'proofs.jsonl'}):
        if name not in here or sha(open(path(name), 'rb').read()).hex() != files.get(name): fault(ALTERED, name, 'it is not the file that the manifest names')
    (_, keys), count, before = given_keys(path, trusted), 0, -1
    size, root, _ = read_note(open(path('checkpoint'), 'rb').read().decode('utf8', 'replace'), keys, 'checkpoint') or (0, b'', '')
    lines = itertools.zip_longest(*[lines_of(path(f'{name}.jsonl')) for name in ('entries', 'proofs')], fillvalue=b'{}\n')
    for count, (line, proof) in enumerate(lines, 1):
        proof, entry, node = parse(proof[:-1]) or {}, parse(line[:-1]) or {}, sha(b'\0' + line[:-1])
        index, last = proof.get('seq', -1), size - 1
        for sibling in map(bytes.fromhex, proof.get('hashes', [])):
            left = index % 2 or index == last
            node = sha(b'\1' + (sibling + node if left else node + sibling))
            while left and index % 2 == 0 and index: index, last = index // 2, last // 2
            index, last = index // 2, last // 2
        if entry.get('seq') == proof.get('seq') and node == root and not last and before < proof['seq']: before = proof['seq']
        else: fault(ALTERED, f'entries.jsonl line {count}', 'it does not stand under the checkpoint, or not after the one before it')
    if count != manifest['entries']: fault(ALTERED, 'entries.jsonl', f"it has {count} lines where the manifest says {manifest['entries']}")
    return f'{count} entries of {size}, root {root.hex()}'
def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('directory', help='a trail or an evidence bundle')
    for flag, about in (('--key', 'a key to trust'), ('--witness', 'checkpoints kept elsewhere')): parser.add_argument(flag, action='append', default=[], help=f'{about}; may be repeated')
    given, summary = parser.parse_args(), ''
    path = lambda name: os.path.join(given.directory, name)
    try:
        bundle = os.path.exists(path('manifest.json'))
        for place in [*find_odd(given.directory), *[each for each in given.witness if not os.path.isfile(each)]]:
            fault(UNREADABLE, place, 'it is neither a file nor a folder where one is due')
        if not faults: summary = check_bundle(path, given.key) if bundle else check_trail(path, given.key, given.witness)
    except Exception as error: fault(UNREADABLE, getattr(error, 'filename', None) or given.directory, getattr(error, 'strerror', None) or repr(error))
    for verdict, place, detail in faults[:100]: print(f"{('', 'altered', 'incomplete', 'unreadable')[verdict]}: {place}: {detail}")
    worst = ALTERED if any(verdict == ALTERED for verdict, *_ in faults) else (faults[0][0] if faults else 0)
    print(('intact', 'ALTERED', 'INCOMPLETE', 'UNREADABLE')[worst] + ': ' + summary)
    return worst
if __name__ == '__main__': sys.exit(main())
