/** Draws the ROC curves and how far a confidence may be trusted, as SVG. */
import { type CurvePoint, curveOf, reliabilityOf, type Scored } from './figures.ts';

const side = 360;
const margin = { left: 68, top: 28, right: 128, bottom: 46 };
/** From one text in a thousand to every text: what matters is at the left end. */
const alarmsMin = 0.001;
const bins = 10;
const colours = ['#2563eb', '#dc2626', '#059669', '#d97706', '#7c3aed'];

const x = (share: number): number => margin.left + share * side;
const y = (share: number): number => margin.top + (1 - share) * side;
const round = (value: number): string => value.toFixed(1);

const logarithmic = (alarms: number): number =>
  Math.log(Math.max(alarms, alarmsMin) / alarmsMin) / Math.log(1 / alarmsMin);

export function drawCurves(scored: ReadonlyMap<string, readonly Scored[]>): string {
  const ticks = [0.001, 0.01, 0.1, 1].map((share): [number, string] => [
    logarithmic(share),
    `${share * 100} %`,
  ]);
  const lines = [...scored].map(([topic, texts], index) => {
    const points = thin(curveOf(texts)).map(
      ({ alarms, recall }) => `${round(x(logarithmic(alarms)))},${round(y(recall))}`,
    );
    return drawLine(points, colours[index % colours.length] ?? '', topic, index);
  });
  return frame('Found, by share of false alarms', 'false alarms', 'found', ticks, lines);
}

export function drawReliability(scored: ReadonlyMap<string, readonly Scored[]>): string {
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share): [number, string] => [share, String(share)]);
  const even = `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#9ca3af" stroke-dasharray="4 4"/>`;
  const lines = [...scored].map(([topic, texts], index) => {
    const points = reliabilityOf(texts, bins).map(
      (bin) => `${round(x(bin.said))},${round(y(bin.true))}`,
    );
    return drawLine(points, colours[index % colours.length] ?? '', topic, index);
  });
  return frame('How often a confidence is right', 'confidence', 'to be found', ticks, [
    even,
    ...lines,
  ]);
}

/** Steps of less than half a pixel are not seen. */
function thin(points: readonly CurvePoint[]): readonly CurvePoint[] {
  const kept: CurvePoint[] = [];
  for (const point of points) {
    const last = kept.at(-1);
    const moved =
      last === undefined ||
      Math.abs(logarithmic(point.alarms) - logarithmic(last.alarms)) * side > 0.5 ||
      Math.abs(point.recall - last.recall) * side > 0.5;
    if (moved) kept.push(point);
  }
  const end = points.at(-1);
  return end === undefined || kept.at(-1) === end ? kept : [...kept, end];
}

function drawLine(points: readonly string[], colour: string, name: string, index: number): string {
  const at = margin.top + 14 + index * 20;
  const legend = x(1) + 12;
  return [
    `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    `<line x1="${legend}" y1="${at - 4}" x2="${legend + 20}" y2="${at - 4}" stroke="${colour}" stroke-width="2"/>`,
    `<text x="${legend + 26}" y="${at}">${name}</text>`,
  ].join('\n');
}

function frame(
  title: string,
  across: string,
  up: string,
  ticks: readonly (readonly [number, string])[],
  lines: readonly string[],
): string {
  const width = margin.left + side + margin.right;
  const height = margin.top + side + margin.bottom;
  const grid = [
    ...ticks.map(
      ([at, label]) =>
        `<line x1="${round(x(at))}" y1="${y(0)}" x2="${round(x(at))}" y2="${y(1)}" stroke="#e5e7eb"/><text x="${round(x(at))}" y="${y(0) + 18}" text-anchor="middle">${label}</text>`,
    ),
    ...[0, 0.25, 0.5, 0.75, 1].map(
      (at) =>
        `<line x1="${x(0)}" y1="${y(at)}" x2="${x(1)}" y2="${y(at)}" stroke="#e5e7eb"/><text x="${x(0) - 8}" y="${y(at) + 4}" text-anchor="end">${at * 100} %</text>`,
    ),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="12" fill="#111827">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="${x(0)}" y="18" font-size="14" font-weight="600">${title}</text>`,
    ...grid,
    ...lines,
    `<text x="${x(0.5)}" y="${y(0) + 38}" text-anchor="middle">${across}</text>`,
    `<text transform="translate(14 ${y(0.5)}) rotate(-90)" text-anchor="middle">${up}</text>`,
    '</svg>',
    '',
  ].join('\n');
}
