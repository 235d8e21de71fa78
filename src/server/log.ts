/** Logs as JSON lines on standard output. */
import { type Logger, pino } from 'pino';
import { LogOutput } from './log-output.ts';

export type Log = Logger;

export function createLog(level: string): Log {
  output ??= openLogOutput();
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
}

/** A process has one standard output. */
let output: LogOutput | undefined;

function openLogOutput(): LogOutput {
  const opened = new LogOutput();
  process.once('exit', () => opened.flushSync());
  return opened;
}
