/** Logs as JSON lines on standard output. */
import { type Logger, pino } from 'pino';
import { LogOutput } from './log-output.ts';
import { openStandardOutput } from './standard-output.ts';

export type Log = Logger;

export function createLog(level: string): Log {
  let onLost: (lines: number) => void = () => undefined;
  output ??= openLogOutput((lines) => onLost(lines));
  const log = pino({ level, base: null, timestamp: createTimestamps() }, output);
  onLost = (lost) => log.warn({ lost }, 'lines of the log were lost: nobody took them');
  return log;
}

/** As a member of a line; what a second has in common is written once for all lines of it. */
export function createTimestamps(now: () => number = Date.now): () => string {
  let second = Number.NaN;
  let common = '';
  return () => {
    const nowMs = now();
    if (Math.floor(nowMs / 1_000) !== second) {
      second = Math.floor(nowMs / 1_000);
      common = `,"time":"${new Date(second * 1_000).toISOString().slice(0, -'000Z'.length)}`;
    }
    return `${common}${String(nowMs - second * 1_000).padStart(3, '0')}Z"`;
  };
}

/** A process has one standard output. */
let output: LogOutput | undefined;

function openLogOutput(onLost: (lines: number) => void): LogOutput {
  const opened = new LogOutput(openStandardOutput(onLost));
  process.once('exit', () => opened.flushSync());
  return opened;
}
