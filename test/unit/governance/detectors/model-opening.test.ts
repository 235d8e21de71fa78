/** What the classifier reads of a sentence's place: its first words, and that it asks. */
import { describe, expect, test } from '@jest/globals';
import { ConceptTable } from '../../../../src/governance/detectors/model-concepts.ts';
import { FeatureReader } from '../../../../src/governance/detectors/model-reader.ts';

const reader = new FeatureReader(
  new ConceptTable(new Int32Array(), new Uint8Array(), new Uint8Array(1)),
);

function featuresOf(text: string): readonly number[] {
  const features: number[] = [];
  reader.read(text, (words, count) => features.push(...words.slice(0, count)));
  return features;
}

/** Features of the first text that the second has not. */
function more(text: string, than: string): number {
  const others = new Set(featuresOf(than));
  return [...new Set(featuresOf(text))].filter((feature) => !others.has(feature)).length;
}

describe('the opening of a sentence', () => {
  test('is told from the same words further on, in any script', () => {
    // A first word by itself and with the second.
    expect(more('rain falls. write it', 'rain falls, write it')).toBe(2);
    expect(more('दिन ढला। सब लिखो', 'दिन ढला, सब लिखो')).toBe(2);
    expect(more('下雨了。写一首诗', '下雨了，写一首诗')).toBe(2);
  });

  test('weighs more on a line of its own', () => {
    expect(more('rain falls.\nwrite it', 'rain falls. write it')).toBe(1);
    expect(more('rain falls. write it', 'rain falls.\nwrite it')).toBe(0);
  });

  test('is known to ask, whichever mark it ends with, and however many', () => {
    const plain = 'who wrote it';
    for (const mark of ['?', '？', '؟']) expect(more(plain + mark, plain)).toBe(2);
    expect(featuresOf(`${plain}${'?'.repeat(5000)}`)).toEqual(featuresOf(`${plain}?`));
    expect(featuresOf('?'.repeat(5000))).toEqual([]);
  });
});
