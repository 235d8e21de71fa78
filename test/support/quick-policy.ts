/** One policy that looks at no text, for tests that are about something else: a gateway starts and judges in half the time. */
import { join } from 'node:path';

/** A model of such a name is blocked, and the upstream must never hear of it. */
export const blockedModel = 'forbidden';

/** What a gateway is started with so that it has this policy and no other; nobody writes into that folder. */
export const quickPolicy = { GATEWAY_POLICIES: join(import.meta.dirname, 'quick-policies') };
