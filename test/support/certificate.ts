/** A certificate for localhost, made anew by openssl; without it tests say how to get it, and in CI they fail. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const opensslMissing =
  spawnSync('openssl', ['version']).status !== 0 && process.env['CI'] === undefined
    ? 'skipped for want of a certificate: apt-get install openssl'
    : undefined;

export type CertificateFiles = { readonly certificate: string; readonly key: string };

export function makeCertificate(directory: string, days = 2): CertificateFiles {
  const certificate = join(directory, 'certificate.pem');
  const key = join(directory, 'key.pem');
  const how = `req -x509 -newkey rsa:2048 -nodes -days ${days} -subj /CN=localhost`;
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', [...how.split(' '), ...names, ...files], { stdio: 'ignore' });
  return { certificate, key };
}
