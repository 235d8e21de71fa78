/** Certificate and key for HTTPS, read together: a pair that no client could be served with is told of by its files. */
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

export type TlsFiles = { readonly certificate: string; readonly key: string };

export type TlsPair = {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** When the first certificate of the chain, which is the gateway's own, begins and ends to hold. */
  readonly fromMs: number;
  readonly untilMs: number;
};

/** Which of the two is to be changed, and what it has to be. */
export type TlsFault = { readonly of: keyof TlsFiles; readonly expected: string };

/** Throws only where a file cannot be read. */
export function readTlsPair(files: TlsFiles): TlsPair | TlsFault {
  const [cert, key] = [readFileSync(files.certificate), readFileSync(files.key)];
  const certificate = attempt(() => new X509Certificate(cert));
  if (certificate === undefined || !cert.includes('-----BEGIN '))
    return { of: 'certificate', expected: 'a certificate in PEM' };
  const secret = attempt(() => createPrivateKey(key));
  if (secret === undefined)
    return { of: 'key', expected: 'a private key in PEM that no passphrase keeps' };
  if (!certificate.checkPrivateKey(secret))
    return { of: 'key', expected: `the private key of the certificate \`${files.certificate}\`` };
  // A chain that is broken further on, or a key that is too weak to be used.
  if (attempt(() => createSecureContext({ cert, key })) === undefined)
    return { of: 'certificate', expected: 'a chain of certificates that OpenSSL takes' };
  const [fromMs, untilMs] = [certificate.validFromDate, certificate.validToDate].map(Number);
  return { cert, key, fromMs: fromMs ?? 0, untilMs: untilMs ?? 0 };
}

function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
