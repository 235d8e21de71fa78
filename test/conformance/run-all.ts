/** Runs many short things, a few at once: enough to keep the gateway busy, and not so many that they wait for each other. */

const atOnce = 12;

export async function runAll<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of queue) await run(item);
    }),
  );
}
