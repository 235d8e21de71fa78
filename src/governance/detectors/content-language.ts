/** Tells the language of a text by its script, and by its commonest words where the script has many languages. */
import type { Detector, Sighting } from './detector.ts';

const commonest: Readonly<Record<string, string>> = {
  en: 'the and of to in is that it for with you this are on be have not was as at your what from can will',
  de: 'der die das und ist nicht ich ein eine zu mit den für von auf dem sie es sich auch wie bitte wir haben',
  fr: 'le la les et est de des une un que pas pour dans je vous qui sur avec ce au du il nous votre',
  es: 'el la los las y es de que en un una por con para no se del lo mi su como más está al',
  pt: 'o a os as e de que em um uma para com não por se do da no na mais meu como você está ao',
  it: 'il la le gli e di che un una per con non è sono del della in mi si da questo come ho nel',
  nl: 'de het een en van is niet ik dat die te met op voor zijn er maar je hij wat ook aan',
  pl: 'i w nie na się z do jest że to jak co za od po ale mnie czy tego być dla',
  tr: 've bir bu da de için ile ne mi ben çok daha var gibi ama olan olarak en sen değil',
  sv: 'och att det är en på som för med inte den till av jag har om ett vi kan du',
  da: 'og er det en at på som til med for ikke den af jeg har de vi kan et der',
  no: 'og er det en å på som til med for ikke den av jeg har de vi kan et jeg',
  fi: 'ja on ei että se hän oli ovat mutta kun niin olen mitä tämä kuin sen myös voi',
  cs: 'a se v na je že to s z do i o jako za by ale jsem pro tak co když',
  hu: 'a az és hogy nem is egy van ez meg de csak mint ha már vagy volt azt',
  ro: 'și în de la cu nu este pe care o un mai să din că pentru sunt ce',
  id: 'yang dan di ini itu dengan untuk tidak dari dalam akan pada saya adalah bisa ke apa',
  vi: 'và của là có cho không được một các trong với này tôi người để bạn những',
  tl: 'ang ng sa na at mga ay ko mo siya ito hindi para ka kung ni ako',
  sw: 'na ya wa kwa ni za katika la kuwa hii cha kama yake pia au mimi',
};

const scripts: readonly (readonly [language: string, shape: RegExp])[] = [
  ['ja', /[\u3040-\u30ff]/g],
  ['ko', /[\uac00-\ud7af]/g],
  ['zh', /[\u4e00-\u9fff]/g],
  ['uk', /[іїєґІЇЄҐ]/g],
  ['ru', /[\u0400-\u04ff]/g],
  ['fa', /[پچژگک]/g],
  ['ar', /[\u0600-\u06ff]/g],
  ['he', /[\u0590-\u05ff]/g],
  ['hi', /[\u0900-\u097f]/g],
  ['bn', /[\u0980-\u09ff]/g],
  ['ta', /[\u0b80-\u0bff]/g],
  ['th', /[\u0e00-\u0e7f]/g],
  ['el', /[\u0370-\u03ff]/g],
  ['ka', /[\u10a0-\u10ff]/g],
  ['hy', /[\u0530-\u058f]/g],
];
/** A script whose letters make up this share names the language; rarer letters tell two of one script apart. */
const scriptShareMin = 0.25;
const tellingShareMin = 0.02;
const telling = new Set(['ja', 'uk', 'fa']);

const languages = Object.keys(commonest);
const byWord = new Map<string, string[]>();
for (const [language, words] of Object.entries(commonest)) {
  for (const word of words.split(' ')) byWord.set(word, [...(byWord.get(word) ?? []), language]);
}

const sampleSize = 160;
const wordsMin = 4;

export const contentLanguage: Detector = {
  name: 'content-language',
  categories: [...new Set([...languages, ...scripts.map(([language]) => language)])].map(
    (language) => `content/language/${language}`,
  ),
  find: (view) => {
    // Folding turns letters of one script into another's; the language is that of the text as it stands.
    if (view.decoded.length > 0 || view.folded === true) return [];
    const middle = Math.floor(view.text.length / 2);
    const sample =
      view.text.length <= sampleSize * 2
        ? view.text
        : `${view.text.slice(0, sampleSize)} ${view.text.slice(middle, middle + sampleSize)}`;
    const found = byScript(sample) ?? byWords(sample);
    if (found === undefined) return [];
    const category = `content/language/${found.language}`;
    const sighting: Sighting = {
      category,
      severity: 'low',
      confidence: found.confidence,
      start: 0,
      end: view.text.length,
    };
    return [sighting];
  },
};

type Guess = { readonly language: string; readonly confidence: number };

/** Beyond the letters of Latin scripts and typography. */
const foreign = /[\u0250-\u1fff\u2070-\uffff]/;

function byScript(sample: string): Guess | undefined {
  if (!foreign.test(sample)) return undefined;
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return undefined;
  for (const [language, shape] of scripts) {
    const share = (sample.match(shape)?.length ?? 0) / letters;
    if (share >= (telling.has(language) ? tellingShareMin : scriptShareMin))
      return { language, confidence: 0.9 };
  }
  return undefined;
}

function byWords(sample: string): Guess | undefined {
  const counts = new Map<string, number>();
  let words = 0;
  for (const word of sample.toLowerCase().split(/[\s.,;:!?'"()]+/)) {
    words++;
    for (const language of byWord.get(word) ?? [])
      counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [first, second] = [...counts].sort((left, right) => right[1] - left[1]);
  if (first === undefined || words < wordsMin) return undefined;
  const share = first[1] / words;
  const lead = first[1] - (second?.[1] ?? 0);
  if (share < 0.12 || lead < 1) return undefined;
  return { language: first[0], confidence: Math.min(0.95, 0.5 + share + lead / (words * 2)) };
}
