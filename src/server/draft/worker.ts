/** The thread in which a draft is compiled and tried: it lives for one draft. */
import { parentPort, workerData } from 'node:worker_threads';
import { handInShippedWeights } from '../../config/weights.ts';
import { standBack } from '../../audit/stand-back.ts';
import { type DraftJob, tryDraft } from './trial.ts';

standBack();
handInShippedWeights();
parentPort?.postMessage(await tryDraft(workerData as DraftJob));
