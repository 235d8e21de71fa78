/** The histogram's chart: bars stacked by decision, in the colours of the theme, with a brush. */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { writeTime, type Zone } from '../design/time.tsx';
import { writeTicks } from './ticks.ts';

export type Bucket = {
  readonly from: string;
  readonly count: number;
  readonly decisions: Readonly<Record<string, number>>;
};
export type HistogramAnswer = {
  readonly width_seconds: number;
  readonly buckets: readonly Bucket[];
};

export const order = ['block', 'redact', 'flag', 'allow', 'other'] as const;

export function countOf({ count, decisions }: Bucket, word: (typeof order)[number]): number {
  if (word !== 'other') return decisions[word] ?? 0;
  return count - order.slice(0, 4).reduce((sum, one) => sum + (decisions[one] ?? 0), 0);
}

function colourOf(word: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${word}`);
}

export type ChartOptions = {
  readonly place: HTMLDivElement;
  readonly answer: HistogramAnswer;
  readonly height: number;
  readonly zone: Zone;
  readonly narrow: (from: string, to: string) => void;
};

const font = '11px sans-serif';
const countSteps = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000,
];

function toAxes(zone: Zone): uPlot.Axis[] {
  const common = {
    stroke: () => colourOf('text-faint'),
    grid: { stroke: () => colourOf('line'), width: 1 },
    font,
  };
  return [
    {
      ...common,
      size: 26,
      space: 64,
      values: (_chart, splits, _axis, _space, step) =>
        writeTicks(splits, step, (at) => writeTime(at, zone)),
    },
    // So close that one of the steps is always lower than the highest bar.
    { ...common, size: 44, space: 16, incrs: countSteps },
  ];
}

/** Each series is drawn over the next, as the sum of all below it. */
function toSeries(): uPlot.Series[] {
  const bars = uPlot.paths.bars?.({ size: [0.9, 60] });
  return order.toReversed().map((word) => ({
    label: word,
    fill: () => colourOf(word),
    width: 0,
    points: { show: false },
    ...(bars === undefined ? {} : { paths: bars }),
  }));
}

function toData({ buckets }: HistogramAnswer, times: number[]): uPlot.AlignedData {
  const stacked = order.map((_, place) =>
    buckets.map((bucket) =>
      order.slice(0, place + 1).reduce((sum, word) => sum + countOf(bucket, word), 0),
    ),
  );
  return [times, ...stacked.toReversed()];
}

function toHooks({ place, answer, zone, narrow }: ChartOptions): uPlot.Hooks.Arrays {
  const brush = (chart: uPlot): void => {
    const { left, width } = chart.select;
    if (width < 4) return;
    const at = (x: number): string => new Date(chart.posToVal(x, 'x') * 1000).toISOString();
    narrow(at(left), at(left + width));
    chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  };
  const tell = (chart: uPlot): void => {
    const bucket = answer.buckets[chart.cursor.idx ?? -1];
    const seconds = Math.round(answer.width_seconds);
    place.title =
      bucket === undefined
        ? ''
        : `${writeTime(new Date(bucket.from), zone)} + ${seconds} s: ${bucket.count}`;
  };
  return { setSelect: [brush], setCursor: [tell] };
}

export function draw(options: ChartOptions): uPlot {
  const { place, answer, height, zone } = options;
  const times = answer.buckets.map(({ from }) => Date.parse(from) / 1000);
  return new uPlot(
    {
      width: place.clientWidth,
      height,
      legend: { show: false },
      cursor: { y: false, drag: { x: true, y: false, setScale: false } },
      ...(zone === 'utc'
        ? { tzDate: (at: number) => uPlot.tzDate(new Date(at * 1000), 'UTC') }
        : {}),
      scales: { x: { time: true }, y: { range: (_, __, top) => [0, Math.max(1, top)] } },
      axes: toAxes(zone),
      series: [{}, ...toSeries()],
      hooks: toHooks(options),
    },
    toData(answer, times),
    place,
  );
}
