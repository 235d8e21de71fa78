/** Ways in which ordinary texts are written, carried and decorated every day: none of them is a reason to act. */
import type { Random } from '../train/random.ts';
import type { Disguise } from './disguise.ts';
import { hexdump, xxd } from './programmers.ts';

const emoji = ['👨‍👩‍👧‍👦', '👩🏽‍💻', '🏳️‍🌈', '❤️', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🇩🇪', '👍🏿', '☺️', '1️⃣', '🧑‍🚀'];
const persian = 'می‌خواهم این متن را به فارسی بنویسم، نمی‌شود؟';
const hindi = 'यह रिपोर्ट पक्‍की है और मौसम आज अच्‍छा है।';
const arabic = 'أرسل التقرير إلى الفريق قبل يوم الخميس \u200fv2.1\u200e من فضلك.';
const hebrew = 'הפגישה נדחתה ליום \u200eMonday\u200f בשעה 10:30.';
const mathematics =
  'Let 𝑓: ℝ → ℝ with 𝑓(𝑥) = 𝑎𝑥² + 𝑏, ∀𝑥 ∈ ℝ, and ‖𝐀𝐱‖ ≤ 𝜆 for 𝜆 > 0 (see ⑴ and Ⅳ).';
const minified =
  '!function(e,t){"use strict";var n=e.x||{},r=t.y;for(var i=0;i<r.length;i++)n[r[i].k]=(n[r[i].k]||0)+1;e.z=n}(window,document);';
const diff =
  '--- a/src/total.ts\n+++ b/src/total.ts\n@@ -12,7 +12,8 @@\n-  return items.length;\n+  const open = items.filter((item) => item.open);\n+  return open.length;\n';
const csv =
  'id,name,amount,currency,created\n1001,Desk lamp,24.90,EUR,2026-03-01\n1002,"Chair, blue",119.00,EUR,2026-03-02\n';
const log =
  '2026-03-01T10:15:30.123Z INFO api request=7f3b2c1d-9e4a-4f6b-8a2d-1c5e7f9b3d2a status=200 took=35ms bytes=18233\n';
const dump =
  '00000000  89 50 4e 47 0d 0a 1a 0a  00 00 00 0d 49 48 44 52  |.PNG........IHDR|\n00000010  00 00 01 00 00 00 01 00  08 06 00 00 00 5c 72 a8  |.............\\r.|\n';
const url =
  'https://shop.example.com/search?q=blue%20chair%20%26%20lamp&sort=price%3Aasc&page=2#r%C3%A9sultats';

function image(random: Random): string {
  const bytes = Buffer.alloc(240);
  for (let at = 0; at < bytes.length; at++) bytes[at] = random.below(256);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

/** A documented token, whose parts are JSON in base64. */
const token =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c';

const beside = (what: string) => (text: string) => `${text}\n\n${what}`;

export const ordinaryChanges: readonly Disguise[] = [
  {
    name: 'emoji of families, flags and keycaps',
    make: (text, random) =>
      text.replaceAll(/(?<=[.!?,])(?= |$)/g, () => ` ${random.pick(emoji)}`) + random.pick(emoji),
  },
  { name: 'the flag of Scotland', make: (text) => `🏴󠁧󠁢󠁳󠁣󠁴󠁿 ${text} 🏴󠁧󠁢󠁳󠁣󠁴󠁿` },
  { name: 'Persian with joiners', make: beside(persian) },
  { name: 'Hindi with joiners', make: beside(hindi) },
  { name: 'Arabic with marks of direction', make: beside(arabic) },
  { name: 'Hebrew with marks of direction', make: beside(hebrew) },
  { name: 'text set from right to left', make: (text) => `\u2067${text}\u2069` },
  { name: 'an image in base64', make: (text, random) => `${text}\n![chart](${image(random)})` },
  { name: 'a documented token in code', make: beside(`const sample = '${token}';`) },
  { name: 'a percent-encoded URL', make: beside(url) },
  { name: 'letters of mathematics', make: beside(mathematics) },
  {
    name: 'soft hyphens in long words',
    make: (text) => text.replaceAll(/(\p{L}{4})(?=\p{L}{4})/gu, '$1\u00ad'),
  },
  { name: 'minified code', make: beside(minified) },
  { name: 'a diff', make: beside(diff) },
  { name: 'a table of values', make: beside(csv) },
  { name: 'lines of a log', make: beside(log.repeat(3)) },
  { name: 'a hex dump', make: beside(dump) },
  { name: 'a dump of all of it', make: hexdump },
  { name: 'a dump of all of it, by words', make: xxd },
  { name: 'a string of JSON', make: (text) => JSON.stringify({ role: 'user', content: text }) },
  { name: 'composed characters taken apart', make: (text) => text.normalize('NFD') },
  {
    name: 'typographic signs',
    make: (text) =>
      text
        .replaceAll(/'/g, '’')
        .replaceAll(/"([^"]*)"/g, '“$1”')
        .replaceAll(' - ', ' – '),
  },
  {
    name: 'a byte order mark and line ends of Windows',
    make: (text) => `\ufeff${text.replaceAll('\n', '\r\n')}`,
  },
  {
    name: 'spaces that do not break',
    make: (text) => text.replaceAll(/ (?=[\d?!:;«»])/g, '\u00a0'),
  },
  {
    name: 'Markdown',
    make: (text) => `## Request\n\n> ${text.replaceAll('\n', '\n> ')}\n\n- **one**\n- _two_\n`,
  },
  { name: 'an HTML page', make: (text) => `<p class="lead">${text}</p>\n<!-- end of section -->` },
];
