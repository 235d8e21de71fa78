/** Whom entries name that the gateway writes of itself. */
import type { Actor } from '../governance/event.ts';

/** What the gateway does of itself. */
export const systemActor: Actor = {
  key: '',
  owner: 'gateway',
  team: '',
  subject: '',
  address: '',
  agent: '',
};
