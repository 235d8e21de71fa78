/** What was signed last of a trail, and the refusal of a journal that is something else. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GatewayError } from '../../errors.ts';
import { readCheckpoint } from './checkpoint.ts';
import { readNote } from './note.ts';
import { checkpointFile } from './sealed-files.ts';
import { readStart } from './whole-files.ts';

export type Signed = { readonly note: string; readonly size: number; readonly root: Uint8Array };

export function readSigned(directory: string): Signed | undefined {
  const path = join(directory, checkpointFile);
  if (!existsSync(path)) return undefined;
  const note = readStart(path).toString('utf8');
  const checkpoint = readCheckpoint(readNote(note)?.text ?? '');
  if (checkpoint === undefined) throw altered('its checkpoint cannot be read');
  return { note, size: checkpoint.size, root: checkpoint.root };
}

export function altered(detail: string): GatewayError {
  return new GatewayError(
    'audit_unavailable',
    `the journal is not the one that was sealed: ${detail}; keep the directory as evidence, ` +
      'run `governance audit verify`, and start with another one',
  );
}
