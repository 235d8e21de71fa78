/** The pictures of the console that documents show: which view, how it is looked at. */
export type Picture = {
  /** Of its file in docs/images. */
  readonly name: string;
  /** Below `/console/`; `ENTRY` stands for an entry in which something was redacted. */
  readonly path: string;
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
};

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

export const pictures: readonly Picture[] = [
  { name: 'console-entries', path: 'entries', theme: 'light', ...desk },
  { name: 'console-overview', path: 'overview', theme: 'dark', ...desk },
  { name: 'console-entry', path: 'entries/ENTRY', theme: 'light', ...desk },
  { name: 'console-phone', path: 'entries?q=decision%3Ablock', theme: 'light', ...phone },
];
