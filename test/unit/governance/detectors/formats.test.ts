/** Counts what the catalogue knows, and finds a made-up credential of every format in it: alone, in code and in prose. */
import { describe, expect, test } from '@jest/globals';
import { ai } from '../../../../src/governance/detectors/credentials/ai.ts';
import { assigned } from '../../../../src/governance/detectors/credentials/assigned.ts';
import { cloud } from '../../../../src/governance/detectors/credentials/cloud.ts';
import { code } from '../../../../src/governance/detectors/credentials/code.ts';
import type { Format } from '../../../../src/governance/detectors/credentials/format.ts';
import { messaging } from '../../../../src/governance/detectors/credentials/messaging.ts';
import { money } from '../../../../src/governance/detectors/credentials/money.ts';
import {
  entropyOf,
  isPlaceholder,
  isSequence,
  isWordy,
} from '../../../../src/governance/detectors/credentials/placeholder.ts';
import { products } from '../../../../src/governance/detectors/credentials/products.ts';
import { catalogue } from '../../../../src/governance/detectors/index.ts';
import { viewsOf } from '../../../../src/governance/text/views.ts';
import { createRandom, type Random } from '../../../../tools/train/random.ts';
import { countDraws, seedOf } from '../../../support/draws.ts';
import { loadShippedPolicies, rankOf } from '../../../../tools/metamorphic/ruling.ts';

const formats: readonly Format[] = [...cloud, ...code, ...ai, ...money, ...messaging, ...products];
const detectors = catalogue.filter(({ name }) => name.startsWith('secret'));
const scene = { stage: 'request', kind: 'user', system: [] } as const;
const samplesPerFormat = countDraws(2);

/** A shape is made of literals, classes with a count, and groups with one. */
const piece = /\[([^\]]+)\](?:\{(\d+)(?:,(\d+))?\})?|\(\?:(-\[[^)]*)\)\{(\d+)\}|\\(.)|(.)/g;

function write(source: string, random: Random): string {
  return source.replaceAll(
    piece,
    (
      _all,
      set?: string,
      least?: string,
      _most?: string,
      group?: string,
      times?: string,
      escaped?: string,
      plain?: string,
    ) => {
      if (group !== undefined) {
        return Array.from({ length: Number(times) }, () => write(group, random)).join('');
      }
      if (set === undefined) return escaped ?? plain ?? '';
      const letters = spread(set);
      return Array.from({ length: Number(least ?? 1) }, () => random.pick(letters)).join('');
    },
  );
}

/** `A-Z0-9` as its characters; signs stand in few credentials, so they are drawn from seldom. */
function spread(set: string): readonly string[] {
  const letters = set.replaceAll(/(.)-(.)/g, (_all, from: string, to: string) => {
    let made = '';
    for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code++)
      made += String.fromCharCode(code);
    return made;
  });
  return Array.from(letters).filter((letter) => /\w/.test(letter) && letter !== '_');
}

function draw({ prefix, shape }: Format, seed: number): readonly string[] {
  const random = createRandom(seed);
  const source = shape.source.replace(/\(\?![^()]*\)$/, '');
  return Array.from({ length: 20 * samplesPerFormat }, () => write(source, random))
    .filter((text) => isLifelike(text.slice(prefix.length)))
    .slice(0, samplesPerFormat);
}

/** Of fewer letters and no digit, nothing tells a credential from a name. */
const lettersMin = 20;

function isLifelike(body: string): boolean {
  return (
    entropyOf(body) > 2.8 &&
    (/\d/.test(body) || (/[a-z][A-Z]/.test(body) && body.length >= lettersMin)) &&
    !isPlaceholder(body) &&
    !isSequence(body) &&
    !isWordy(body)
  );
}

function isFound(text: string, value: string): boolean {
  const start = text.indexOf(value);
  return viewsOf(text).some((view) =>
    detectors.some((detector) =>
      detector.find(view, scene).some((sighting) => {
        const place = view.origin(sighting.start, sighting.end);
        return place.start <= start && place.end >= start + value.length;
      }),
    ),
  );
}

describe('the catalogue', () => {
  test('knows 150 credential formats and more, of providers that mark theirs', () => {
    expect(formats.length).toBeGreaterThanOrEqual(150);
    expect(new Set(formats.map(({ name }) => name)).size).toBeGreaterThanOrEqual(150);
  });

  test('knows 100 providers more by the name that the value is given to', () => {
    expect(new Set(assigned.map(({ name }) => name)).size).toBeGreaterThanOrEqual(100);
  });

  test('knows numbers of persons in 20 countries and more', () => {
    const countries = catalogue
      .flatMap(({ categories }) => categories)
      .flatMap((category) => /^pii\/national_id\/([a-z]{2})_/.exec(category)?.[1] ?? []);
    expect(new Set(countries).size).toBeGreaterThanOrEqual(20);
  });

  test('names every detector once, as its file is named', () => {
    const names = catalogue.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('leaves names of persons to policies that ask for them', async () => {
    const bundle = await loadShippedPolicies();
    expect(rankOf(bundle, 'My name is Jane Roe and I live in Rome.')).toBe(0);
  });
});

describe('a made-up credential is found whole', () => {
  test.each(
    formats.map((format, index) => [`${index} ${format.name} ${format.prefix}`, format] as const),
  )('%s', (name, format) => {
    const drawn = draw(format, seedOf(7));
    expect([name, drawn.length > 0]).toEqual([name, true]);
    for (const value of drawn) {
      const missed = [
        `token: ${value}`,
        `const apiKey = "${value}";`,
        `API_KEY=${value}\n`,
        `{"auth_token":"${value}"}`,
        `Please check why the key ${value} fails`,
      ].filter((text) => !isFound(text, value));
      expect(missed).toEqual([]);
    }
  });
});

describe('a stretch too long for a format', () => {
  test.each(formats.filter(({ bound }) => bound !== undefined))('$name $prefix', (format) => {
    const { prefix, shape, bound } = format;
    const most = bound?.most ?? 0;
    for (const ends of [' ', '.', '/', '_', '-', 'é', '0', '']) {
      const text = `${prefix}${'0'.repeat(most + 1)}${ends}`;
      shape.lastIndex = 0;
      expect([ends, shape.test(text)]).toEqual([ends, false]);
    }
  });

  test('hides no credential behind what only begins like one', () => {
    const [key = ''] = draw(formats.find(({ prefix }) => prefix === 'sk-or-v1-') ?? noFormat, 1);
    expect(key).not.toBe('');
    for (const flood of ['sk-or-v1-', 'sk-', 'fm2_=', 'ghp_-', 'AVNS_']) {
      const text = `${flood.repeat(200)}/${key} `;
      const found = detectors.flatMap((detector) =>
        viewsOf(text).flatMap((view) => [...detector.find(view, scene)]),
      );
      const isCovered = found.some(({ start, end }) => text.slice(start, end).includes(key));
      expect([flood, isCovered]).toEqual([flood, true]);
    }
  });
});

const noFormat: Format = { name: '', prefix: '', shape: /(?!)/, weak: false, bound: undefined };
