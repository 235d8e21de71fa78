/** Draws how a cost grows as SVG: lines over a logarithmic axis, with a legend. */

export type Line = {
  readonly label: string;
  readonly points: readonly (readonly [number, number])[];
};

export type Chart = {
  readonly title: string;
  readonly across: string;
  readonly up: string;
  readonly lines: readonly Line[];
};

const [width, height] = [460, 240];
const margin = { left: 64, top: 34, right: 24, bottom: 78 };
const colours = ['#2563eb', '#6b7280', '#059669', '#d97706'];
const upTicks = 4;

/** The next round number, so that the axis ends on something one can read: 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10;
  return step * power;
}

export function shorten(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (value >= 1e3) return `${Number((value / 1e3).toPrecision(3))}k`;
  return String(Number(value.toPrecision(3)));
}

/** Both axes are logarithmic across and linear up: twice the cost is twice the height, ten times the size one step. */
export function drawChart({ title, across, up, lines }: Chart): string {
  const points = lines.flatMap((line) => line.points);
  const sizes = [...new Set(points.map(([size]) => size))].sort((left, right) => left - right);
  const [least = 1, greatest = 10] = [sizes[0], sizes.at(-1)];
  const top = roundUp(Math.max(...points.map(([, cost]) => cost)));
  const x = (size: number): string =>
    (
      margin.left +
      (width * Math.log(size / least)) / Math.max(Math.log(greatest / least), Number.EPSILON)
    ).toFixed(1);
  const y = (cost: number): string => (margin.top + height * (1 - cost / top)).toFixed(1);
  const [left, right, bottom] = [x(least), x(greatest), y(0)];
  const grid = [
    ...sizes.map(
      (size) =>
        `<line x1="${x(size)}" y1="${bottom}" x2="${x(size)}" y2="${y(top)}" stroke="#e5e7eb"/><text x="${x(size)}" y="${Number(bottom) + 18}" text-anchor="middle">${shorten(size)}</text>`,
    ),
    ...Array.from({ length: upTicks + 1 }, (_, tick) => (top * tick) / upTicks).map(
      (cost) =>
        `<line x1="${left}" y1="${y(cost)}" x2="${right}" y2="${y(cost)}" stroke="#e5e7eb"/><text x="${Number(left) - 8}" y="${Number(y(cost)) + 4}" text-anchor="end">${shorten(cost)}</text>`,
    ),
  ];
  const drawn = lines.map((line, index) => drawLine(line, index, x, y, Number(bottom)));
  const [whole, high] = [margin.left + width + margin.right, margin.top + height + margin.bottom];
  const middle = margin.top + height / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${high}" width="${whole}" height="${high}" font-family="system-ui, sans-serif" font-size="12" fill="#111827">`,
    `<title>${title}</title>`,
    `<rect width="${whole}" height="${high}" fill="#ffffff"/>`,
    `<text x="${margin.left}" y="18" font-size="14" font-weight="600">${title}</text>`,
    ...grid,
    ...drawn,
    `<text x="${margin.left + width / 2}" y="${Number(bottom) + 38}" text-anchor="middle">${across}</text>`,
    `<text transform="translate(14 ${middle}) rotate(-90)" text-anchor="middle">${up}</text>`,
    '</svg>',
    '',
  ].join('\n');
}

function drawLine(
  { label, points }: Line,
  index: number,
  x: (size: number) => string,
  y: (cost: number) => string,
  bottom: number,
): string {
  const colour = colours[index % colours.length] ?? '';
  const legend = margin.left + index * 220;
  return [
    `<polyline points="${points.map(([size, cost]) => `${x(size)},${y(cost)}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...points.map(
      ([size, cost]) => `<circle cx="${x(size)}" cy="${y(cost)}" r="3" fill="${colour}"/>`,
    ),
    `<line x1="${legend}" y1="${bottom + 58}" x2="${legend + 20}" y2="${bottom + 58}" stroke="${colour}" stroke-width="2"/>`,
    `<text x="${legend + 26}" y="${bottom + 62}">${label}</text>`,
  ].join('\n');
}
