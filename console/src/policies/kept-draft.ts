/** The draft that somebody is writing, kept by the browser; every view that judges by it reads it here. */
import { start } from './draft-start.ts';

const place = 'governance.draft';

export const readDraft = (): string => localStorage.getItem(place) ?? start;
export const keepDraft = (text: string): void => localStorage.setItem(place, text);
