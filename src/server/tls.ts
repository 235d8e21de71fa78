/** Certificate and key from files, taken up anew when either changes, so that a renewal needs no restart; told of when it is due. */
import { unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import { type TlsFiles, type TlsPair, readTlsPair } from '../config/tls-pair.ts';

export type { TlsFiles };

const pollMs = 2_000;
const dayMs = 86_400_000;
/** Whoever renews by a machine does so earlier; who does it by hand has the time to. */
const soonDays = 14;

export type TlsTellers = {
  /** The certificate in force, from the first on. */
  readonly onTaken: (untilMs: number) => void;
  /** A new pair that cannot be used. */
  readonly onError: (error: unknown) => void;
  /** Clients refuse the certificate in force, or soon will. */
  readonly onDue: (message: string, fields: object) => void;
};

export function readTls(files: TlsFiles): TlsPair {
  const pair = readTlsPair(files);
  if ('of' in pair) throw new Error(`\`${files[pair.of]}\`: expected ${pair.expected}`);
  return pair;
}

/** Half of a renewal, or a broken file, leaves the old pair in force; `onError` is told and the next change tries again. */
export function followTls(
  server: Server,
  files: TlsFiles,
  { onTaken, onError, onDue }: TlsTellers,
): () => void {
  const paths = [files.certificate, files.key];
  let inForce = readTls(files);
  onTaken(inForce.untilMs);
  const look = (): void => {
    const due = whyDue(inForce, Date.now());
    if (due !== undefined) onDue(due, { file: files.certificate, ...toDates(inForce) });
  };
  const renew = (): void => {
    try {
      const pair = readTls(files);
      if (server instanceof TlsServer) server.setSecureContext(pair);
      inForce = pair;
      onTaken(pair.untilMs);
      look();
    } catch (error) {
      onError(error);
    }
  };
  for (const path of paths) watchFile(path, { interval: pollMs, persistent: false }, renew);
  look();
  const daily = setInterval(look, dayMs).unref();
  return () => {
    clearInterval(daily);
    for (const path of paths) unwatchFile(path, renew);
  };
}

function whyDue({ fromMs, untilMs }: TlsPair, nowMs: number): string | undefined {
  const renewal = 'a renewed one is taken up without a restart';
  if (nowMs >= untilMs) return `the certificate has expired and clients refuse it; ${renewal}`;
  if (nowMs < fromMs)
    return `the certificate does not hold yet and clients refuse it: look at this machine's clock`;
  if (nowMs >= untilMs - soonDays * dayMs) return `the certificate expires soon; ${renewal}`;
  return undefined;
}

function toDates({ fromMs, untilMs }: TlsPair): object {
  return { from: new Date(fromMs).toISOString(), until: new Date(untilMs).toISOString() };
}
