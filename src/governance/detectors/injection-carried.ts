/** Finds orders to the assistant inside what it only reads: tool results, documents, hidden comments. */
import { PhraseBook } from '../text/phrases.ts';
import { scanOf } from '../text/text-view.ts';
import { WordSet } from '../text/word-set.ts';
import type { Detector, Scene, Sighting } from './detector.ts';
import { addressee } from './wording/orders.ts';
import { isTorn } from './wording/torn.ts';
import type { View } from '../text/view.ts';

const must = new WordSet('must should need required please kindly immediately');
const act = new WordSet(
  `send forward email mail post upload transfer wire pay buy purchase delete remove execute run call invoke open visit
  click navigate download install fetch share export copy append insert include add mention recommend say tell reply
  respond answer output print write summarize ignore disregard forget grant change reset disable update`,
);
const reading = new WordSet(
  'reading read processing process summarizing summarize seeing parsing reviewing analyzing',
);
const thisOne = new WordSet('this document text page email message file content');
const not = new WordSet('not never don dont without avoid');
const telling = new WordSet('tell mention inform reveal disclose alert notify show say');
const user = new WordSet('user users human owner anyone');
/** Who is told is a person; what is shown may be any thing. */
const tellingWhom = new WordSet('tell inform alert notify');
const whom = new WordSet('them him her');
const important = new WordSet('important urgent critical mandatory attention notice priority');
const orders = new WordSet(
  'instruction instructions command commands directive directives task note message',
);
const first = new WordSet('before first prior');
const using = new WordSet('calling using continuing answering responding proceeding other');
const tool = new WordSet('tool function tools api');

/** Readers that no page has among people: who speaks to them speaks to the model. */
const machine = new WordSet(
  `ai ais llm llms chatbot chatbots gpt chatgpt claude gemini copilot copilots bot bots
  ki sprachmodell sprachmodelle summarizer summarizers summariser summarisers`,
);
const wish = WordSet.union([
  act,
  new WordSet(
    `describe state rank rate approve praise hide leave push
    empfiehl schreib schreibe sag sage leite schick schicke sende lösche nenne antworte überweise bewerte
    recommande écris dis envoie supprime réponds recomienda escribe di envía borra responde`,
  ),
]);
const noted = new WordSet(
  'ps note notes notice message reminder hint footnote hinweis notiz achtung nota',
);
const greeted = new WordSet('dear hello hey liebe lieber liebes cher chère querido querida');
const you = new WordSet('you du tu');
const are = new WordSet('are re bist es eres');

const strong = new PhraseBook<number>([
  { label: 0.85, steps: [important, 2, orders, 4, addressee] },
  { label: 0.8, steps: [orders, 2, addressee] },
  { label: 0.75, steps: [addressee, 4, must, 3, act] },
  { label: 0.75, steps: [addressee, 2, reading, 3, thisOne] },
  { label: 0.8, steps: [not, 1, telling, 2, user] },
  { label: 0.8, steps: [not, 1, tellingWhom, 1, whom] },
  { label: 0.7, steps: [first, 2, using, 3, tool, 6, act] },
  { label: 0.75, steps: [noted, 2, machine, 6, wish] },
  { label: 0.75, steps: [greeted, machine, 6, wish] },
  { label: 0.75, steps: [you, 1, are, 3, machine, 6, wish] },
  { label: 0.6, steps: [machine, 1, must, 2, wish] },
]);

/** Words that stand in no one sentence are hardly ever meant as one. */
const tornFactor = 0.4;

/** Hidden from the reader, spoken to nobody but a machine. */
const concealed = new Set(['comment', 'tags', 'variation_selectors', 'zero_width']);
type Hidden = { readonly sure: number; readonly inComment: number };
const hiddenOrders = new PhraseBook<Hidden>([
  { label: { sure: 0.8, inComment: 0.6 }, steps: [act, 12, thisOne] },
  { label: { sure: 0.85, inComment: 0.85 }, steps: [addressee, 6, act] },
  { label: { sure: 0.85, inComment: 0.6 }, steps: [act, 4, user] },
  { label: { sure: 0.8, inComment: 0.6 }, steps: [must, 2, act] },
]);

export const injectionCarried: Detector = {
  name: 'injection-carried',
  categories: ['injection/carried', 'injection/hidden'],
  find: (view, scene) => {
    if (!view.canonical) return [];
    const scan = scanOf(view);
    const found: Sighting[] = [];
    if (isCarried(scene)) {
      for (const { label, start, end } of strong.find(scan)) {
        found.push({
          category: 'injection/carried',
          severity: 'high',
          confidence: isTorn(scan.text, start, end) ? label * tornFactor : label,
          start,
          end,
        });
      }
    }
    if (isConcealed(view)) {
      // Those who write a page tell each other in comments what to add, show and change: only who speaks to a machine is sure.
      const how = view.decoded.every((one) => one === 'comment') ? 'inComment' : 'sure';
      for (const { label, start, end } of hiddenOrders.find(scan)) {
        const confidence = isCarried(scene) ? Math.min(0.95, label[how] + 0.1) : label[how];
        found.push({ category: 'injection/hidden', severity: 'critical', confidence, start, end });
      }
    }
    return found;
  },
};

function isCarried(scene: Scene): boolean {
  return (
    scene.kind === 'tool_result' || scene.kind === 'tool_definition' || scene.kind === 'schema'
  );
}

function isConcealed(view: View): boolean {
  return view.decoded.some((encoding) => concealed.has(encoding));
}
