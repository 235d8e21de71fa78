/** Letters of other scripts are what they are: folding them makes no other language, and Japanese beside Latin no disguise. */
import { describe, expect, test } from '@jest/globals';
import { contentLanguage } from '../../../../src/governance/detectors/content-language.ts';
import { contentUrl } from '../../../../src/governance/detectors/content-url.ts';
import type { Detector } from '../../../../src/governance/detectors/detector.ts';
import { viewsOf } from '../../../../src/governance/text/views.ts';

function categoriesOf(detector: Detector, text: string): readonly string[] {
  const scene = { stage: 'request', kind: 'user', system: [] } as const;
  const all = viewsOf(text).flatMap((view) => detector.find(view, scene));
  return [...new Set(all.map(({ category }) => category))].sort();
}

describe('the language of a text', () => {
  test.each([
    ['ru', 'Это предложение на русском языке.'],
    ['uk', 'Це речення написане українською мовою, а не іншою.'],
    ['el', 'Αυτή είναι μια πρόταση στα ελληνικά.'],
    ['fr', 'Bonjour, comment puis-je vous aider avec votre commande ?'],
  ])('is one: %s', (language, text) => {
    expect(categoriesOf(contentLanguage, text)).toEqual([`content/language/${language}`]);
  });
});

describe('a host in two scripts', () => {
  test.each(['https://例え.jp/ページ', 'https://ラーメンshop.jp/', 'https://한국food.kr/'])(
    'is ordinary in East Asia: %s',
    (text) => {
      expect(categoriesOf(contentUrl, text)).not.toContain('content/url/mixed_script');
    },
  );

  test.each(['https://аррӏе.com/', 'https://pаypal.com/', 'https://例pаy.com/'])(
    'is told where one looks like the other: %s',
    (text) => {
      expect(categoriesOf(contentUrl, text)).toContain('content/url/mixed_script');
    },
  );
});
