/** How threads are started that live as long as the trail: quiet, and small. */
export const lastingThread = {
  execArgv: ['--disable-warning=ExperimentalWarning'],
  // Left alone, the engine lets the young objects of each thread grow to 48 MB before it looks at them, and keeps
  // the room for as long as the thread lives; these threads have a few hundred kilobytes of them at a time.
  resourceLimits: { maxYoungGenerationSizeMb: 12 },
};
