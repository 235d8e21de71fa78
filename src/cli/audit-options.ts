/** Options that the audit commands share: which trail is meant, and how a wrong option is told. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';

export type Io = {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** True where a person watches: progress is drawn only then. */
  readonly terminal: boolean;
};

export const usageExit = 2;

type Options = NonNullable<ParseArgsConfig['options']>;

/** The trail's directory: `--dir`, else below the state directory. */
export function trailDirectory(dir: string | undefined, io: Io): string {
  return dir ?? join(io.environment['GATEWAY_DATA'] ?? 'data', 'audit');
}

/** Parsed options and operands, or a sentence that says what is wrong with them. */
export function readOptions<const Given extends Options>(
  args: readonly string[],
  options: Given,
  operandsMax = 0,
): ReturnType<typeof parseArgs<{ options: Given; allowPositionals: true }>> | string {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    const extra = parsed.positionals[operandsMax];
    return extra === undefined ? parsed : `\`${extra}\` is not expected here`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
