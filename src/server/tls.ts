/** Certificate and key from files, taken up anew when either changes, so that a renewal needs no restart. */
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:https';

export type TlsFiles = { readonly certificate: string; readonly key: string };
export type TlsMaterial = { readonly cert: Buffer; readonly key: Buffer };

const pollMs = 2000;

export function readTls(files: TlsFiles): TlsMaterial {
  return { cert: readFileSync(files.certificate), key: readFileSync(files.key) };
}

/** Half of a renewal, or a broken file, leaves the old pair in force; `onError` is told and the next change tries again. */
export function followTls(
  server: Server,
  files: TlsFiles,
  onError: (error: unknown) => void,
): () => void {
  const paths = [files.certificate, files.key];
  const renew = (): void => {
    try {
      if (server instanceof TlsServer) server.setSecureContext(readTls(files));
    } catch (error) {
      onError(error);
    }
  };
  for (const path of paths) watchFile(path, { interval: pollMs, persistent: false }, renew);
  return () => {
    for (const path of paths) unwatchFile(path, renew);
  };
}
