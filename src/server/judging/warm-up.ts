/** Makes ready, once calls can come, what the first of them would wait for: tables that are filled when they are first asked. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Interaction } from '../../governance/interaction.ts';
import { toInteraction } from '../../governance/policy/trial.ts';
import { prepareKnown } from '../../governance/text/known-words.ts';
import type { Log } from '../log.ts';

/** The shorter one asks every table, the longer one what reads words. */
const texts = ['Hi.', 'Which of the two reports from last year should I read first, and why?'];

/** `look`: judges without a trace. Each part has a turn of its own, so that whoever calls meanwhile waits for one of them. */
export async function warmUp(
  look: (interaction: Interaction) => unknown,
  log: Pick<Log, 'error'>,
): Promise<void> {
  try {
    await nextTurn();
    prepareKnown();
    for (const text of texts) {
      await nextTurn();
      await look(toInteraction({ text }));
    }
  } catch (error) {
    log.error({ err: error }, 'a text that nobody sent could not be judged');
  }
}
