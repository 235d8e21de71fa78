/**
 * Loaded before a measured program: answers its parent with what the operating system charged the process. Plain, since
 * the program would otherwise load what takes types out of sources, which takes 20 MB and is not the program's own.
 */
import { readFileSync, readdirSync } from 'node:fs';

const nanosecondsPerMicrosecond = 1_000;
const tasks = '/proc/self/task';

/** What each thread was charged, those of one name together; nothing where the operating system does not tell. */
function readThreads() {
  /** @type {Record<string, number>} */
  const threads = {};
  if (process.platform !== 'linux') return threads;
  for (const id of readdirSync(tasks)) {
    const name = readFileSync(`${tasks}/${id}/comm`, 'utf8').trim();
    const [spent = ''] = readFileSync(`${tasks}/${id}/schedstat`, 'utf8').split(' ');
    threads[name] = (threads[name] ?? 0) + Number(spent) / nanosecondsPerMicrosecond;
  }
  return threads;
}

// The channel must not keep the program alive, and a parent that is gone must not leave it behind.
process.on('message', (message) => {
  if (message !== 'account') return;
  const { user, system } = process.cpuUsage();
  process.send?.({
    cpuUs: user + system,
    threads: readThreads(),
    residentBytes: process.memoryUsage.rss(),
    resources: process.getActiveResourcesInfo().length,
  });
});
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
