/** `governance keys …`: makes and ends keys, whether the gateway runs or not. */
import { createTable } from './command-table.ts';

export const keysCommand = createTable(
  'governance keys',
  [
    {
      name: 'create',
      summary: 'make a key and show it once',
      load: async () => (await import('./keys-create.ts')).keysCreate,
    },
    {
      name: 'list',
      summary: 'list keys and what they may do',
      load: async () => (await import('./keys-list.ts')).keysList,
    },
    {
      name: 'revoke',
      summary: 'end a key now',
      load: async () => (await import('./keys-revoke.ts')).keysRevoke,
    },
    {
      name: 'rotate',
      summary: 'replace a key by a new one that may do the same',
      load: async () => (await import('./keys-rotate.ts')).keysRotate,
    },
  ],
  'A running gateway follows within 5 seconds and writes each change into the audit\ntrail.\n',
);
