/** The console's few icons, as strokes that take the colour of the text around them. */
import type { ReactNode } from 'react';

const strokes = {
  allow: 'M3 8.5l3 3 7-7',
  flag: 'M4 14V2.5h7l-1.5 3L11 8.5H4',
  redact: 'M2.5 6h11v4h-11z',
  block: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM3.8 3.8l8.4 8.4',
  other: 'M3 8h.01M8 8h.01M13 8h.01',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.4 10.4L14 14',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  live: 'M3 11a6 6 0 0 1 0-6M13 5a6 6 0 0 1 0 6M5.5 9.5a2.5 2.5 0 0 1 0-3M10.5 6.5a2.5 2.5 0 0 1 0 3M8 8h.01',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  save: 'M4 2.5h8v11l-4-3-4 3z',
  download: 'M8 2v8M4.5 7L8 10.5 11.5 7M3 13.5h10',
  shield: 'M8 1.8l5 2v4c0 3.2-2.1 5.3-5 6.4-2.9-1.1-5-3.2-5-6.4v-4z',
  chart: 'M2.5 13.5h11M4.5 11V7M8 11V3.5M11.5 11V8.5',
  list: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  check: 'M2.5 8l3.5 3.5 7.5-7.5',
  rules: 'M3 2.5h7l3 3v8H3zM5.5 8h5M5.5 10.8h5',
  key: 'M10.5 2.5a3 3 0 1 0 .9 5.9L6 13.8H3.2v-2.4L7.6 7a3 3 0 0 1 2.9-4.5z',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 4.8V8l2.2 1.8',
  leave: 'M6.5 3H3v10h3.5M10 5l3 3-3 3M13 8H6.5',
} as const;
export type IconName = keyof typeof strokes;

export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" fill="none" aria-hidden="true">
      <path
        d={strokes[name]}
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
