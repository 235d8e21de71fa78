/** Tells from a trace of all file calls what a disk would hold if power were lost at some moment: what was synced, and little else. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The command that a program is started under; its calls stand in `report`. */
export function recording(report: string): readonly string[] {
  const calls =
    'openat,write,writev,pwrite64,pwritev,fdatasync,fsync,ftruncate,rename,renameat,renameat2,unlink,unlinkat,link,linkat,close';
  const whole = ['-s', '100000000', '-xx', '-y'];
  // One file for all threads: the order of its lines is the order of the calls, whatever a clock says.
  return ['strace', '-f', '--seccomp-bpf', '-qq', ...whole, '-e', `trace=${calls}`, '-o', report];
}

/** One call that came back without an error. */
type Call = {
  readonly name: string;
  /** As strace writes them. */
  readonly given: string;
  readonly result: number;
  /** How many calls were done when it began. */
  readonly began: number;
};

/** What is written and not synced is gone, or is kept by lot: a disk may take it in any order. */
export type Fate = 'gone' | (() => boolean);

export class Trace {
  readonly #calls: readonly Call[];
  readonly #directory: string;

  /** `directory` is what is replayed; all else is left out. */
  constructor(report: string, directory: string) {
    this.#directory = directory;
    this.#calls = readCalls(report);
  }

  /** When each of these texts went out over a socket, as how many calls were done by then; absent where it never did. */
  findSent(texts: Iterable<string>): ReadonlyMap<string, number> {
    const left = [...texts].map((text) => [text, toHex(text)] as const);
    const found = new Map<string, number>();
    for (const { name, given, began } of this.#calls) {
      if (!name.startsWith('write') || !onSocket.test(given)) continue;
      for (const [text, hex] of left)
        if (!found.has(text) && given.includes(hex)) found.set(text, began);
    }
    return found;
  }

  /** Writes what the disk holds after a loss of power when so many calls were done into another directory. */
  replay(moment: number, fate: Fate, into: string): void {
    const disk = new Disk(this.#directory, fate);
    for (const call of this.#calls.slice(0, moment)) disk.take(call);
    for (const [path, bytes] of disk.kept()) {
      const place = join(into, path);
      mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
      writeFileSync(place, bytes, { mode: 0o600 });
    }
  }
}

type Change = (bytes: Buffer) => Buffer;

/** One file: what is on the disk for good, and what was done since. */
class File {
  #kept: Buffer = Buffer.alloc(0);
  #since: { readonly change: Change; readonly durable: boolean }[] = [];
  /** As every reader sees it while there is power. */
  size = 0;

  change(change: Change, durable: boolean): void {
    if (durable) this.#kept = change(this.#kept);
    this.#since.push({ change, durable });
  }

  sync(): void {
    this.#kept = this.#since.reduce((bytes, { change }) => change(bytes), this.#kept);
    this.#since = [];
  }

  read(fate: Fate): Buffer {
    if (fate === 'gone') return this.#kept;
    // What is durable by itself is there in any case, and over what was written before it.
    return this.#since
      .filter(({ durable }) => durable || fate())
      .reduce((bytes, { change }) => change(bytes), this.#kept);
  }
}

type Open = {
  readonly file: File;
  readonly durable: boolean;
  readonly append: boolean;
  at: number;
};

class Disk {
  readonly #directory: string;
  readonly #fate: Fate;
  readonly #open = new Map<number, Open>();
  /** Directories that are open, by descriptor. */
  readonly #folders = new Map<number, string>();
  readonly #names = new Map<string, File>();
  /** Names that survive. */
  #keptNames = new Map<string, File>();

  constructor(directory: string, fate: Fate) {
    this.#directory = directory;
    this.#fate = fate;
  }

  *kept(): Generator<readonly [string, Buffer]> {
    for (const [path, file] of this.#keptNames)
      yield [path.slice(this.#directory.length + 1), file.read(this.#fate)];
  }

  take({ name, given, result }: Call): void {
    const descriptor = Number(/^\d+/.exec(given)?.[0] ?? -1);
    switch (name) {
      case 'openat':
        this.#begin(given, result);
        return;
      case 'close':
        this.#open.delete(descriptor);
        this.#folders.delete(descriptor);
        return;
      case 'fsync':
      case 'fdatasync':
        this.#sync(descriptor);
        return;
      case 'ftruncate':
        this.#cut(descriptor, Number(/, (\d+)$/.exec(given)?.[1]));
        return;
      case 'write':
      case 'pwrite64':
        this.#write(descriptor, readTexts(given)[0] ?? Buffer.alloc(0), name, given, result);
        return;
      case 'writev':
      case 'pwritev':
        this.#write(descriptor, Buffer.concat(readTexts(given)), name, given, result);
        return;
      default:
        this.#rename(name, readTexts(given).map(String));
    }
  }

  #begin(given: string, descriptor: number): void {
    const path = String(readTexts(given)[0]);
    if (!path.startsWith(`${this.#directory}/`) && path !== this.#directory) return;
    if (given.includes('O_DIRECTORY')) {
      this.#folders.set(descriptor, path);
      return;
    }
    let file = this.#names.get(path);
    if (file === undefined) {
      if (!given.includes('O_CREAT')) {
        // A directory opened to be synced.
        this.#folders.set(descriptor, path);
        return;
      }
      file = new File();
      this.#names.set(path, file);
    }
    const durable = /O_DSYNC|O_SYNC/.test(given);
    this.#open.set(descriptor, { file, durable, append: given.includes('O_APPEND'), at: 0 });
    if (given.includes('O_TRUNC')) this.#cut(descriptor, 0);
  }

  #write(descriptor: number, text: Buffer, name: string, given: string, result: number): void {
    const open = this.#open.get(descriptor);
    this.#expectPath(given, open);
    if (open === undefined) return;
    const bytes = text.subarray(0, result);
    const placed = name.startsWith('pwrite') ? Number(/, (\d+)$/.exec(given)?.[1]) : undefined;
    const from = placed ?? (open.append ? open.file.size : open.at);
    if (placed === undefined) open.at = from + bytes.length;
    open.file.size = Math.max(open.file.size, from + bytes.length);
    open.file.change((before) => put(before, from, bytes), open.durable);
  }

  /** A trace that is out of order must say so itself, or what it lost would be told of the gateway. */
  #expectPath(given: string, open: Open | undefined): void {
    const [, hex = ''] = /^\d+<((?:\\x[0-9a-f]{2})*)>/.exec(given) ?? [];
    const path = fromHex(hex).toString();
    if (!path.startsWith(`${this.#directory}/`) || path.endsWith(' (deleted)')) return;
    if (open === undefined || open.file !== this.#names.get(path))
      throw new Error(`the trace has a write to \`${path}\` and does not say when it was opened`);
  }

  #cut(descriptor: number, size: number): void {
    const file = this.#open.get(descriptor)?.file;
    if (file === undefined) return;
    file.size = size;
    file.change(
      (before) => Buffer.concat([before, Buffer.alloc(size)]).subarray(0, Math.max(size, 0)),
      false,
    );
  }

  #sync(descriptor: number): void {
    this.#open.get(descriptor)?.file.sync();
    const folder = this.#folders.get(descriptor);
    if (folder === undefined) return;
    const inside = (path: string): boolean => dirname(path) === folder;
    const others = [...this.#keptNames].filter(([path]) => !inside(path));
    this.#keptNames = new Map([...others, ...[...this.#names].filter(([path]) => inside(path))]);
  }

  #rename(name: string, [from = '', to = '']: readonly string[]): void {
    const file = this.#names.get(from);
    if (file === undefined) return;
    if (!name.startsWith('link')) this.#names.delete(from);
    if (!name.startsWith('unlink')) this.#names.set(to, file);
  }
}

function put(before: Buffer, from: number, bytes: Buffer): Buffer {
  const after = Buffer.alloc(Math.max(before.length, from + bytes.length));
  before.copy(after);
  bytes.copy(after, from);
  return after;
}

const onSocket = new RegExp(`^\\d+<${toHex('socket:').replaceAll('\\', '\\\\')}`);

function readCalls(path: string): Call[] {
  const calls: Call[] = [];
  /** What had not come back when another thread's call was told, by thread. */
  const waiting = new Map<string, { readonly text: string; readonly began: number }>();
  for (const line of readFileSync(path, 'latin1').split('\n')) {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/s.exec(line) ?? [];
    const { length: began } = calls;
    if (text.endsWith(unfinished)) {
      const before = text.slice(0, -unfinished.length);
      // Once a close has begun, another thread may be given its descriptor before the close has come back.
      if (before.startsWith('close(')) addCall(calls, `${before}) = 0`, began);
      else waiting.set(thread, { text: before, began });
      continue;
    }
    const [, after] = /^<\.\.\. \w+ resumed>(.*)$/s.exec(text) ?? [];
    const first = waiting.get(thread);
    if (after === undefined) addCall(calls, text, began);
    else if (first !== undefined) addCall(calls, first.text + after, first.began);
    waiting.delete(thread);
  }
  return calls;
}

const unfinished = ' <unfinished ...>';

function addCall(calls: Call[], text: string, began: number): void {
  const [, name = '', given = '', result = ''] =
    /^(\w+)\((.*)\)\s+= (\d+)(?:<[^>]*>)?$/s.exec(text) ?? [];
  if (name !== '') calls.push({ name, given, result: Number(result), began });
}

/** The quoted strings among what a call was given, all of them in hexadecimal. */
function readTexts(given: string): Buffer[] {
  return [...given.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) => fromHex(hex));
}

function fromHex(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex');
}

/** As strace writes it. */
function toHex(text: string): string {
  return [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}
