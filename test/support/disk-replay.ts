/** Tells from a trace of all file calls what a disk would hold if power were lost at some moment: what was synced, and little else. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The command that a program is started under; its calls stand in files that begin with `report`, one for each thread. */
export function recording(report: string): readonly string[] {
  const calls =
    'openat,write,writev,pwrite64,pwritev,fdatasync,fsync,ftruncate,rename,renameat,renameat2,unlink,unlinkat,link,linkat,close';
  const whole = ['-s', '100000000', '-xx', '-y', '-ttt', '-T'];
  return ['strace', '-ff', '--seccomp-bpf', '-qq', ...whole, '-e', `trace=${calls}`, '-o', report];
}

/** One call that came back without an error. */
type Call = {
  readonly name: string;
  /** As strace writes them. */
  readonly given: string;
  readonly result: number;
  /** Milliseconds since the epoch when it was done. */
  readonly at: number;
};

/** What is written and not synced is gone, or is kept by lot: a disk may take it in any order. */
export type Fate = 'gone' | (() => boolean);

export class Trace {
  readonly #calls: readonly Call[];
  readonly #directory: string;

  /** `directory` is what is replayed; all else is left out. */
  constructor(report: string, directory: string) {
    this.#directory = directory;
    this.#calls = readdirSync(dirname(report))
      .filter((name) => name.startsWith(`${basename(report)}.`))
      .flatMap((name) => readCalls(join(dirname(report), name)))
      .sort((left, right) => left.at - right.at);
  }

  /** Writes what the disk holds after a loss of power at that time into another directory. */
  replay(at: number, fate: Fate, into: string): void {
    const disk = new Disk(this.#directory, fate);
    for (const call of this.#calls) {
      if (call.at > at) break;
      disk.take(call);
    }
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
    if (open === undefined) return;
    const bytes = text.subarray(0, result);
    const placed = name.startsWith('pwrite') ? Number(/, (\d+)$/.exec(given)?.[1]) : undefined;
    const from = placed ?? (open.append ? open.file.size : open.at);
    if (placed === undefined) open.at = from + bytes.length;
    open.file.size = Math.max(open.file.size, from + bytes.length);
    open.file.change((before) => put(before, from, bytes), open.durable);
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

function readCalls(path: string): Call[] {
  const calls: Call[] = [];
  for (const line of readFileSync(path, 'latin1').split('\n')) {
    const [, start = '', name = '', given = '', result = '', took = ''] =
      /^(\d+\.\d+) (\w+)\((.*)\)\s+= (\d+)[^"]*? <(\d+\.\d+)>$/s.exec(line) ?? [];
    if (name === '') continue;
    // Once a close has begun, another thread may be given its descriptor before the close has come back.
    const ended = Number(start) + (name === 'close' ? 0 : Number(took));
    calls.push({ name, given, result: Number(result), at: ended * 1000 });
  }
  return calls;
}

/** The quoted strings among what a call was given, all of them in hexadecimal. */
function readTexts(given: string): Buffer[] {
  return [...given.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) =>
    Buffer.from(hex.replaceAll('\\x', ''), 'hex'),
  );
}
