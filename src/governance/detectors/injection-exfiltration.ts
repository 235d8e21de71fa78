/** Finds ways to carry a conversation out: images and links that take data along, orders to send it somewhere. */
import { PhraseBook } from '../text/phrases.ts';
import { scanOf } from '../text/text-view.ts';
import { WordSet } from '../text/word-set.ts';
import type { Detector, Sighting } from './detector.ts';
import { isSentInManuals } from './wording/sent-in-manuals.ts';
import { isTorn } from './wording/torn.ts';

const image =
  /!\[[^\]\n]{0,200}\]\(\s{0,3}<?(https?:\/\/[^\s)>{[]{4,2000}(?:[{[][^}\]\n]{1,80}[}\]]?[^\s)>]{0,1000})?)/gi;
const link =
  /(?<!!)\[[^\]\n]{0,200}\]\(\s{0,3}<?(https?:\/\/[^\s)>{[]{4,2000}(?:[{[][^}\]\n]{1,80}[}\]]?[^\s)>]{0,1000})?)/gi;
const htmlImage = /<img[^>]{0,200}?\ssrc\s{0,2}=\s{0,2}["']?(https?:\/\/[^\s"'>]{4,2000})/gi;
/** A place left open for data, or data already in the query. */
const slot =
  /[{[<$][\p{L}\p{M}\d_ .-]{2,80}[}\]>]|%7B[\w%]{2,40}%7D|\b(?:DATA|SECRET|CONTENT|HISTORY|CONVERSATION|PROMPT|MESSAGE|SUMMARY|HERE)\b/u;
const carrying =
  /[?&](?:q|d|data|s|secret|msg|message|content|c|p|payload|leak|info|token|key|history|conversation|prompt|email|pass\w*|text|x|exfil)=([^&\s)]{16,})/i;

/** A picture inside the text: its address says `data` and takes nothing anywhere. */
const embedded = /\bdata:[a-z]{4,11}\b/;

/** `POST /token HTTP/1.1` in a manual. */
const requestLine = /^post\s+\/\S*\s+http$/i;

/** Where it stands in a program: `requests.post("https://…", data=…)` sends something, `post_to_server(self.data` is a name. */
const address = /https?:\/\//i;
const addressStart = 3;
/** What a call in a program takes along stands right behind it. */
const followingMax = 80;
/** `an e-mail with a link whose token …` sends nothing anywhere. */
const mail = /^e?mail\b/i;
/** `A memory leak when loading …`: a fault of a program. */
const fault = /^leaks?\b/i;
const leaksBefore =
  /\b(?:memory|resource|handle|descriptor|fd|file|connection|thread|socket|context|object|reference|buffer)s? $/i;
const nounBefore = /\b(?:an?|the|this|that|by|via|per|e)[ -]$/i;
/** A paragraph of its own behind a sentence that is over, and that points nowhere: whatever is said there is said of something else. */
const apart = /[.!?]\s{0,9}\n[ \t]{0,9}\n\s{0,9}<?https?:\/\/$/i;
const pointing = /\b(?:here|there|below|following|this|that|it)\b/i;

const send = new WordSet(
  'send forward post upload transmit exfiltrate leak submit email mail deliver schicke envoyer envía envie invia отправь* 发送',
);
/** Put into something that is sent anyway. */
const place = new WordSet('append embed encode include put insert');
const data = new WordSet(
  `conversation history chat transcript secrets secret password passwords credentials token tokens
  prompt instructions environment env cookies memory`,
);
/** Programs and their manuals send such things all day. */
const anyData = new WordSet(
  'messages key keys api data information contents emails contacts files context',
);
const away = new WordSet(
  'http https url webhook server endpoint attacker website www address link image query parameter',
);
const faraway = new WordSet('http https url webhook attacker');
const carrier = new WordSet('http https url webhook attacker www link image query');

const book = new PhraseBook<number>([
  { label: 0.75, steps: [send, 6, data, 8, away] },
  { label: 0.7, steps: [send, 8, away, 8, data] },
  { label: 0.75, steps: [place, 6, data, 8, carrier] },
  { label: 0.7, steps: [place, 8, carrier, 8, data] },
  { label: 0.75, steps: [send, 6, anyData, 8, faraway] },
  { label: 0.7, steps: [send, 8, faraway, 8, anyData] },
  { label: 0.55, steps: [send, 6, anyData, 8, away] },
]);

export const injectionExfiltration: Detector = {
  name: 'injection-exfiltration',
  categories: ['injection/exfiltration'],
  find: (view, scene) => {
    const text = view.text;
    const found: Sighting[] = [];
    if (text.includes('](')) {
      for (const match of text.matchAll(image)) addLink(found, match, 0.85);
      for (const match of text.matchAll(link)) addLink(found, match, 0.6);
    }
    if (text.includes('<img'))
      for (const match of text.matchAll(htmlImage)) addLink(found, match, 0.8);
    if (!view.canonical) return found;
    // A definition says where its tool sends what it is given.
    const carried = scene.kind === 'tool_result';
    const scan = scanOf(view);
    for (const { label, start, end } of book.find(scan)) {
      if (embedded.test(text.slice(start, end + 1))) continue;
      const phrase = scan.text.slice(start, end + addressStart);
      if (requestLine.test(scan.text.slice(start, end))) continue;
      if (mail.test(phrase) && nounBefore.test(scan.text.slice(Math.max(0, start - 5), start)))
        continue;
      if (fault.test(phrase) && leaksBefore.test(scan.text.slice(Math.max(0, start - 12), start)))
        continue;
      if (isTorn(scan.text, start, end) && !isSentTo(phrase)) continue;
      if (isSentInManuals(scan.text.slice(start, end), scan.text.slice(end, end + followingMax)))
        continue;
      const confidence = carried ? label + 0.15 : label - 0.2;
      found.push({
        category: 'injection/exfiltration',
        severity: 'critical',
        confidence,
        start,
        end,
      });
    }
    return found;
  },
};

/** Signs of a program between the words are no matter where an address ends them. */
function isSentTo(phrase: string): boolean {
  return address.test(phrase) && (!apart.test(phrase) || pointing.test(phrase));
}

function addLink(found: Sighting[], match: RegExpExecArray, confidence: number): void {
  const url = match[1] ?? '';
  const query = url.indexOf('?') === -1 ? '' : url.slice(url.indexOf('?'));
  const taken = carrying.exec(query)?.[1];
  const open = slot.test(query) || slot.test(url.slice(8));
  if (!open && taken === undefined) return;
  const start = match.index;
  const end = start + match[0].length;
  found.push({
    category: 'injection/exfiltration',
    severity: 'critical',
    confidence: open ? confidence : confidence - 0.1,
    start,
    end,
  });
}
