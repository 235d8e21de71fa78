/** `npm run eval -- DIR`: runs labelled texts through the shipped policies and each detector alone, and prints how well they do. */
import { createProcessIo } from '../src/cli/io.ts';
import { evaluate } from './eval/evaluate.ts';

process.exitCode = await evaluate(process.argv.slice(2), createProcessIo());
