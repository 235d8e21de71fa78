/** Draws a profile as a flame graph: width is time, what was called hangs below its caller, the mouse names it. */
import { type Frame, isResting, totalUs } from './profile.ts';

const width = 1_600;
const rowHeight = 17;
const characterWidth = 6.6;
const narrowest = 0.4;
/** Modules that load one another go deeper than anybody looks. */
const depthMax = 70;
const colours: readonly (readonly [RegExp, string])[] = [
  [/^src\/governance/, '#93c5fd'],
  [/^src\/audit/, '#86efac'],
  [/^src\/(proxy|outside)/, '#fcd34d'],
  [/^src\//, '#fdba74'],
  [/^node_modules/, '#d8b4fe'],
];

type Placed = {
  readonly frame: Frame;
  readonly depth: number;
  readonly x: number;
  readonly us: number;
};

/** Equal calls of one caller are one box; what was idle is left out. */
function merge(frames: readonly Frame[]): readonly Frame[] {
  const merged = new Map<string, Frame>();
  for (const frame of frames) {
    if (isResting(frame)) continue;
    const id = `${frame.name} ${frame.file}:${frame.line}`;
    const known = merged.get(id);
    merged.set(
      id,
      known === undefined
        ? frame
        : {
            ...known,
            selfUs: known.selfUs + frame.selfUs,
            children: [...known.children, ...frame.children],
          },
    );
  }
  return [...merged.values()].sort((left, right) => totalUs(right) - totalUs(left));
}

function place(frames: readonly Frame[], depth: number, from: number, perUs: number): Placed[] {
  let x = from;
  return merge(frames).flatMap((frame) => {
    const us = totalUs(frame);
    const own = { frame, depth, x, us };
    x += us * perUs;
    if (us * perUs < narrowest || depth === depthMax) return [];
    return [own, ...place(frame.children, depth + 1, own.x, perUs)];
  });
}

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

function drawBox({ frame, depth, x, us }: Placed, perUs: number, all: number): string {
  const wide = us * perUs;
  const y = depth * rowHeight;
  const where = frame.file === '' ? '' : ` ${frame.file}:${frame.line}`;
  const fits = Math.floor(wide / characterWidth) - 1;
  const label =
    fits > 2
      ? `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${escape(frame.name.slice(0, fits))}</text>`
      : '';
  const colour = colours.find(([path]) => path.test(frame.file))?.[1] ?? '#e5e7eb';
  return `<g><title>${escape(frame.name + where)}, ${((us * 100) / all).toFixed(1)} %</title><rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(wide - 0.3, 0.1).toFixed(1)}" height="${rowHeight - 1}" fill="${colour}"/>${label}</g>`;
}

export function drawFlames(root: Frame, title: string): string {
  const busy = merge(root.children);
  const all = busy.reduce((sum, frame) => sum + totalUs(frame), 0);
  const perUs = width / all;
  const boxes = place(root.children, 0, 0, perUs);
  const deepest = Math.max(...boxes.map(({ depth }) => depth));
  const height = (deepest + 1) * rowHeight + 24;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -24 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace, monospace" font-size="11" fill="#111827">`,
    `<rect y="-24" width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="4" y="-8" font-size="13">${escape(title)}: ${(all / 1000).toFixed(0)} ms of one thread</text>`,
    ...boxes.map((box) => drawBox(box, perUs, all)),
    '</svg>',
    '',
  ].join('\n');
}
