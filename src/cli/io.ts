/** What a command may touch of the process it runs in. */

export type Io = {
  readonly out: (text: string) => void;
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
  badConfiguration: 78,
} as const;

export function createProcessIo(): Io {
  // Whoever reads the output may stop early, as `head` does.
  process.stdout.on('error', () => process.exit(exitStatus.fine));
  return {
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
    environment: process.env,
    cwd: process.cwd(),
    terminal: process.stderr.isTTY,
  };
}
