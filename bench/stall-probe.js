/** Loaded before a measured program, plain as `account.js` is: tells its parent how long the thread that serves was kept from its next turn. */

import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers';

let watching = false;
let longest = { wallMs: 0, cpuMs: 0 };

function cpuMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** As soon as a timer can be due again: whatever else the thread does stands between two of them. */
function watchTurns() {
  let [beforeMs, cpuBeforeMs] = [performance.now(), cpuMs()];
  const turn = () => {
    const [nowMs, cpuNowMs] = [performance.now(), cpuMs()];
    longest.wallMs = Math.max(longest.wallMs, nowMs - beforeMs);
    longest.cpuMs = Math.max(longest.cpuMs, cpuNowMs - cpuBeforeMs);
    [beforeMs, cpuBeforeMs] = [nowMs, cpuNowMs];
    if (watching) setTimeout(turn, 1);
  };
  setTimeout(turn, 1);
}

process.on('message', (message) => {
  if (message === 'watch') {
    longest = { wallMs: 0, cpuMs: 0 };
    watching = true;
    watchTurns();
    process.send?.({ watching });
  } else if (message === 'longest') {
    watching = false;
    process.send?.(longest);
  }
});
