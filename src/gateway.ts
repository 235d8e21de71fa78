/** The program: heeds signals from its first moment on, and plays its role: alone, a worker, or the one that leads them. */
import { heedSignals } from './gateway/ending.ts';
import { keepMemorySmall } from './gateway/memory.ts';
import { expectNode } from './gateway/node-version.ts';

heedSignals();
expectNode();
keepMemorySmall();
// Not before: to read all the rest takes most of a start.
const { playRole } = await import('./gateway/role.ts');
await playRole();
