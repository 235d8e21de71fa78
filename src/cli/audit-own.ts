/** Refuses, before anything is read or written there, a folder that is no trail and a master key that is not its own. */
import { readKeys } from '../audit/proof/sealed-files.ts';
import { createSigner } from '../audit/proof/note.ts';
import { listSegments } from '../audit/journal-files.ts';
import { listLogs } from '../audit/worker-logs.ts';
import { exitStatus } from './io.ts';
import { Refusal } from './refusal.ts';

/** To begin a trail is the gateway's: here one would stand where somebody mistyped a name. */
export function expectTrail(directory: string): void {
  if (listLogs(directory).some((log) => listSegments(log.directory).length > 0)) return;
  throw new Refusal(exitStatus.bad, `there is no trail in \`${directory}\``);
}

/**
 * Under another key nobody's name is that of the trail and no text opens: nothing would be found, and it would look
 * like an answer. A log that was not signed yet cannot tell.
 */
export function isOwnKey(directory: string, masterKey: Uint8Array): boolean {
  return listLogs(directory).every((log) => {
    const keys = readKeys(log.directory);
    return (
      keys.length === 0 ||
      keys.some((key) => createSigner(key.split('+')[0] ?? '', masterKey).verifierKey === key)
    );
  });
}

export function expectOwnKey(
  directory: string,
  masterKey: Uint8Array | undefined,
  use = '',
): Uint8Array {
  if (masterKey === undefined)
    throw new Refusal(exitStatus.bad, `the master key is needed${use}: set GATEWAY_MASTER_KEY`);
  if (isOwnKey(directory, masterKey)) return masterKey;
  const detail = `the master key is not the one that \`${directory}\` was written under: set GATEWAY_MASTER_KEY to that one`;
  throw new Refusal(exitStatus.bad, detail);
}
