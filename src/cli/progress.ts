/** Shows how far long work has come, where a person watches. */
import type { Io } from './io.ts';

export type Progress = { readonly step: (done: number) => void; readonly end: () => void };

/** With what is counted, narrower than half a usual terminal: a line that breaks could not be drawn over. */
const width = 16;
const pauseMs = 100;

export function createProgress(io: Io, what: string, total: number): Progress {
  if (!io.terminal) return { step: () => undefined, end: () => undefined };
  let drawnAt = 0;
  return {
    step(done) {
      const now = performance.now();
      if (now - drawnAt < pauseMs) return;
      drawnAt = now;
      const share = total === 0 ? 1 : Math.min(1, done / total);
      const filled = Math.round(share * width);
      const bar = '#'.repeat(filled) + '-'.repeat(width - filled);
      io.error(`\r[${bar}] ${Math.round(share * 100)} % ${what}`);
    },
    end: () => {
      if (drawnAt > 0) io.error(`\r${' '.repeat(width + what.length + 10)}\r`);
    },
  };
}
