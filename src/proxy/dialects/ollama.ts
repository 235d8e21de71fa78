/** The Ollama family: an error is one sentence. */
import type { Family } from './family.ts';

export const ollama: Family = {
  name: 'ollama',
  credentialSlots: [],
  passedHeaders: [],
  requestIdHeader: undefined,
  writeError: ({ message }) => JSON.stringify({ error: message }),
};
