/** What a command may touch of the process it runs in. */
import { fstatSync, writeFileSync } from 'node:fs';

export type Io = {
  readonly out: (text: string) => void;
  /** Resolves when all of that has gone out, and never where it cannot. */
  readonly sent?: () => Promise<void>;
  readonly error: (text: string) => void;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** True where a person watches. */
  readonly terminal: boolean;
};

/** One command: what follows its name, and the exit status it ends with. */
export type Command = (args: readonly string[], io: Io) => Promise<number>;

export const exitStatus = {
  fine: 0,
  /** The thing checked or asked for is bad. */
  bad: 1,
  wrongUsage: 2,
  /** What was asked for could not be written out. */
  unwritten: 74,
  badConfiguration: 78,
} as const;

const standardOutput = 1;

export function createProcessIo(): Io {
  process.stdout.on('error', endOutput);
  // Nobody is left to be told.
  process.stderr.on('error', () => undefined);
  return {
    out: createOut(),
    sent: waitSent,
    error: (text) => void process.stderr.write(text),
    environment: process.env,
    cwd: process.cwd(),
    terminal: process.stderr.isTTY,
  };
}

/** A file takes less than all of a text when its disk is full, which a stream over it would not tell. */
function createOut(): (text: string) => void {
  if (!isFile(standardOutput)) return (text) => void process.stdout.write(text);
  return (text) => {
    try {
      writeFileSync(standardOutput, text);
    } catch (error) {
      endOutput(error);
    }
  };
}

/** A stream tells of what it could not write only later; `endOutput` ends the process then. */
function waitSent(): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write('', (error) => {
      if (!error) resolve();
    });
  });
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

function endOutput(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  if (code === 'EPIPE') {
    // Whoever reads may stop early, as `head` does; a status that is known in that moment stays the one.
    setImmediate(() => process.exit(process.exitCode ?? exitStatus.fine));
    return;
  }
  process.stderr.write(`the output could not be written: ${code}\n`);
  process.exit(exitStatus.unwritten);
}
