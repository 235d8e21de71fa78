/** What somebody meant who wrote a quantity with its unit where a plain number is expected: `30s`, `10MB`, `1_000`. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

type Unit = { readonly called: string; readonly units: Readonly<Record<string, number>> };

const time: Unit = {
  called: 'milliseconds',
  units: { ms: 1, s: second, sec: second, m: minute, min: minute, h: hour, d: day },
};
const days: Unit = { called: 'days', units: { d: 1, day: 1, days: 1, w: 7, y: 365 } };
const bytes: Unit = {
  called: 'bytes',
  units: {
    b: 1,
    ...{ k: 1e3, kb: 1e3, m: 1e6, mb: 1e6, g: 1e9, gb: 1e9 },
    ...{ ki: 2 ** 10, kib: 2 ** 10, mi: 2 ** 20, mib: 2 ** 20, gi: 2 ** 30, gib: 2 ** 30 },
  },
};

/** Names end in their unit. */
const unitOf: readonly (readonly [RegExp, Unit])[] = [
  [/Ms$/, time],
  [/Days(?:Max)?$/, days],
  [/Bytes(?:Max)?$/, bytes],
];

/** `; in bytes that is \`10000000\``, or '' where nothing of the kind is meant or it would be refused as well. */
export function hintOfUnit(
  name: string,
  text: string,
  range: { readonly from: number; readonly to: number },
): string {
  const isIn = (value: number): boolean =>
    Number.isSafeInteger(value) && value >= range.from && value <= range.to;
  if (/^\d{1,3}(?:([_,' ])\d{3}(?:\1\d{3})*)$/.test(text)) {
    const plain = Number(text.replace(/\D/g, ''));
    return isIn(plain) ? `; write \`${plain}\`` : '';
  }
  const [, amount, suffix = ''] = /^(\d+(?:\.\d+)?) ?([a-z]+)$/i.exec(text) ?? [];
  const unit = unitOf.find(([ends]) => ends.test(name))?.[1];
  const factor = unit?.units[suffix.toLowerCase()];
  if (unit === undefined || factor === undefined) return '';
  const meant = Number(amount) * factor;
  return isIn(meant) ? `; in ${unit.called} that is \`${meant}\`` : '';
}
