/** Tells what this machine had no file, port or memory for from what others did not do, such as an upstream that took no connection. */
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

const ownCodes = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM']);

/** The code of what was wanting here; undefined where the upstream, or the way to it, is to blame. */
export function findOwnWant(error: Error): string | undefined {
  // Of several addresses that were tried, one that did not answer is reason enough.
  if (error instanceof AggregateError && error.errors.length > 0) {
    const wants = error.errors.map((each) =>
      each instanceof Error ? findOwnWant(each) : undefined,
    );
    return wants.includes(undefined) ? undefined : wants[0];
  }
  const code = codeOf(error);
  const { message } = error;
  if (code === undefined) return undefined;
  if (ownCodes.has(code)) return code;
  // A thread that could not be begun says why in its words alone.
  if (code === 'ERR_WORKER_INIT_FAILED') return [...ownCodes].find((own) => message.includes(own));
  // The look-up of a name says all sorts of things where it could open no file to ask with.
  const lookUp = 'syscall' in error && error.syscall === 'getaddrinfo';
  return lookUp ? findWantOfFiles() : undefined;
}

function findWantOfFiles(): string | undefined {
  try {
    closeSync(openSync(devNull, 'r'));
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    return code !== undefined && ownCodes.has(code) ? code : undefined;
  }
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
