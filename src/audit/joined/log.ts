/** One of the logs that make up a trail, and how it is asked: in this process or in another. */
import type { TrailReading } from '../trail-reading.ts';
import type { LogPlace } from '../worker-logs.ts';

export type Log = LogPlace & { readonly reading: TrailReading };
