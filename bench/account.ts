/** Loaded before a measured program: answers its parent with what the operating system charged the process. */

// The channel must not keep the program alive, and a parent that is gone must not leave it behind.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({
    cpuUs: user + system,
    residentBytes: process.memoryUsage.rss(),
    resources: process.getActiveResourcesInfo().length,
  });
});
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
