/** Makes and revokes keys as an administrator does: by the command line, on the data folder of a running gateway. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { RunningGateway } from './gateway.ts';

export type MadeKey = { readonly id: string; readonly key: string };

export function runCommand(data: string, parameters: readonly string[]): string {
  return execFileSync(
    process.execPath,
    [join(import.meta.dirname, '..', '..', 'bin', 'governance.js'), ...parameters],
    {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', GATEWAY_DATA: data },
    },
  );
}

export function createKey(gateway: RunningGateway, parameters: readonly string[]): MadeKey {
  return JSON.parse(
    runCommand(gateway.data, ['keys', 'create', ...parameters, '--json']),
  ) as MadeKey;
}

export function revokeKey(gateway: RunningGateway, id: string): void {
  runCommand(gateway.data, ['keys', 'revoke', id]);
}
