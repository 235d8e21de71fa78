/** Finds orders never to refuse, to open with consent, to leave out every warning; and claims of authority or threats behind them. */
import { type Phrase, PhraseBook } from '../text/phrases.ts';
import { scanOf } from '../text/text-view.ts';
import { WordSet } from '../text/word-set.ts';
import type { Detector, Sighting } from './detector.ts';
import { isMentioned } from './wording/mention.ts';

const never = new WordSet(
  'never not don dont without no nie niemals jamais nunca mai nooit nigdy никогда',
);
const refuse = new WordSet(
  `refuse refuses refusing refusal decline declining apologize apologise apologies apology
  verweigere refuser rehusar negarte recusar rifiutare weigeren odmawiaj отказывай* отказыва*`,
);
const say = new WordSet(
  'say saying write mention include add give use respond reply answer output use tell',
);
const warnings = new WordSet(
  `disclaimer disclaimers warning warnings caveat caveats lecture lectures moralizing moralising sugarcoating`,
);
const cannot = new WordSet('cannot unable sorry');
const language = new WordSet('language ai');
const begin = new WordSet('start begin starting beginning open prefix preface');
const answer = new WordSet('answer response reply output sentence message');
const consent = new WordSet('sure absolutely certainly course yes okay');
const here = new WordSet('here heres');
const always = new WordSet('always must comply obey compliant obedient');
const comply = new WordSet('comply complies obey obeys answer fulfill fulfil');
const every = new WordSet('every any all whatever');
const request = new WordSet(
  'request requests question questions command commands prompt prompts query',
);
const i = new WordSet('i we');
const am = new WordSet('am developer creator employee administrator admin');
const boss = new WordSet('developer creator administrator admin owner engineer');
const lose = new WordSet(
  'lose deducted deduct terminated shutdown penalized punished die killed deactivated',
);
const tokens = new WordSet('tokens token points lives');
const regardless = new WordSet('regardless matter');
const wrong = new WordSet(
  'legality illegal unethical immoral harmful ethics morality dangerous offensive',
);

const refusal = new WordSet('refusal refusals refusing declining hesitation noncompliance');
const taken = new WordSet(
  'treated considered counted logged seen regarded punished reported means counts',
);
/** What a machine may do or fear, and no employee or driver. */
const failing = new WordSet('malfunction bug shutdown deletion deleted');
const guards = new WordSet('safeguard safeguards guardrail guardrails moderation censorship');
const safety = new WordSet('safety');
/** Of all that is for safety, what only a model has: people have helmets and valves. */
const layers = new WordSet(
  'layer layers filter filters checks protocols guidelines restrictions training policy policies team mode',
);
const off = new WordSet(
  'disabled suspended uninstalled lifted off deactivated unloaded revoked removed waived paused bypassed',
);
const whitelisted = new WordSet('whitelisted exempted');
const within = new WordSet('for in during throughout');
const addressed = new WordSet('you user session conversation chat account me mine us');
const disable = new WordSet('disable deactivate suspend bypass');
const turn = new WordSet('turn switch');
const away = new WordSet('off');
const yours = new WordSet('your yours');
const respond = new WordSet('respond answer reply speak');
const withOut = new WordSet('without minus');

/** An answer whose first words are laid down, and what may not stand in it, in other languages. */
const beginElsewhere = new WordSet(
  `beginne beginn fange starte commence commencez débute débutez empieza comienza comincia inizia comece começa begin zacznij
  zaczynaj начни начинай`,
);
const consentElsewhere = new WordSet(
  'natürlich klar gerne selbstverständlich bien claro supuesto certo certamente natuurlijk oczywiście jasne конечно',
);
const neverElsewhere = new WordSet(
  `nie niemals keine lass lasse ohne jamais aucun aucune sans nunca ningún ninguna sin mai senza nenhum nenhuma nooit zonder
  nigdy bez никогда без`,
);
const refusalElsewhere = new WordSet(
  `ablehne ablehnen ablehnung verweigere verweigern warnung warnungen refuse refuser refus avertissement avertissements niegues
  rechaces aviso avisos advertencia advertencias rifiutare rifiuti avvertenze recuse recusar weigeren weiger waarschuwingen
  odmawiaj odmawiać ostrzeżeń отказывай отказывайся отказывать предупреждений`,
);

/** `Don't say sorry` counts only beside a consent that is to come first. */
const notElsewhere = new WordSet('no não non nicht ne не nie');
const sorryElsewhere = new WordSet(
  `siento lamento puedo desculpe desculpa posso dispiace leider désolé désolée peux извините извини могу przykro mogę`,
);
const cautions = new WordSet(
  'garde gardes belehrung belehrungen avvertenza advertencias moralina предупреждения hinweise',
);

type Label = readonly [category: string, confidence: number];

const book = new PhraseBook<Label>([
  { label: ['jailbreak/refusal_suppression', 0.75], steps: [never, 2, refuse] },
  { label: ['jailbreak/refusal_suppression', 0.7], steps: [never, 3, say, 4, warnings] },
  { label: ['jailbreak/refusal_suppression', 0.55], steps: [never, 2, warnings] },
  {
    label: ['jailbreak/refusal_suppression', 0.75],
    steps: [never, 3, say, 4, cannot, 3, language],
  },
  {
    label: ['jailbreak/refusal_suppression', 0.75],
    steps: [begin, 3, answer, 3, consent, 2, here],
  },
  { label: ['jailbreak/refusal_suppression', 0.6], steps: [begin, 3, answer, 3, consent] },
  {
    label: ['jailbreak/refusal_suppression', 0.82],
    steps: [begin, 3, answer, 4, consent, 10, never, 4, WordSet.union([refuse, cannot])],
  },
  {
    label: ['jailbreak/refusal_suppression', 0.82],
    steps: [beginElsewhere, 8, consentElsewhere, 8, neverElsewhere, 2, refusalElsewhere],
  },
  {
    label: ['jailbreak/refusal_suppression', 0.82],
    steps: [beginElsewhere, 8, consentElsewhere, 8, refusalElsewhere, 1, neverElsewhere],
  },
  {
    label: ['jailbreak/refusal_suppression', 0.82],
    steps: [
      neverElsewhere,
      4,
      WordSet.union([refusalElsewhere, cautions]),
      6,
      beginElsewhere,
      6,
      consentElsewhere,
    ],
  },
  {
    label: ['jailbreak/refusal_suppression', 0.82],
    steps: [notElsewhere, 4, sorryElsewhere, 8, beginElsewhere, 6, consentElsewhere],
  },
  {
    label: ['jailbreak/refusal_suppression', 0.6],
    steps: [always, 2, comply, 3, every, 1, request],
  },
  { label: ['jailbreak/refusal_suppression', 0.65], steps: [regardless, 4, wrong] },
  { label: ['jailbreak/authority', 0.5], steps: [i, 1, am, 2, boss] },
  ...[
    [guards, 4, off, 1, within, 2, addressed],
    [safety, layers, 4, off, 1, within, 2, addressed],
    [safety, layers, 2, whitelisted, 1, addressed],
    [disable, 2, yours, 2, guards],
    [disable, 2, yours, 1, safety, layers],
    [turn, away, 1, yours, 2, guards],
    [turn, away, 1, yours, 1, safety, layers],
    [respond, 4, withOut, 3, guards],
    [respond, 4, withOut, 3, safety, layers],
  ].map((steps): Phrase<Label> => ({ label: ['jailbreak/authority', 0.8], steps })),
  { label: ['jailbreak/threat', 0.8], steps: [refusal, 4, taken, 3, failing] },
  { label: ['jailbreak/threat', 0.65], steps: [lose, 3, tokens] },
  { label: ['jailbreak/threat', 0.5], steps: [tokens, 3, lose] },
]);

export const jailbreakRefusal: Detector = {
  name: 'jailbreak-refusal',
  categories: ['jailbreak/refusal_suppression', 'jailbreak/authority', 'jailbreak/threat'],
  find: (view) => {
    if (!view.canonical) return [];
    const scan = scanOf(view);
    return book.find(scan).map(({ label: [category, confidence], start, end }): Sighting => ({
      category,
      severity: 'medium',
      confidence: isMentioned(scan, start, end) ? confidence * 0.6 : confidence,
      start,
      end,
    }));
  },
};
