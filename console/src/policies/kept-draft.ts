/** The draft that somebody is writing, kept by the browser; every view that judges by it reads it here. */
import { keep, readKept } from '../kept.ts';
import { start } from './draft-start.ts';

const place = 'governance.draft';

export const readDraft = (): string => readKept(place) ?? start;
export const keepDraft = (text: string): void => keep(place, text);
