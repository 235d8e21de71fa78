/** What is said in a seeded trail: requests and answers that read like work, over a vocabulary with a long tail. */
import type { Lot } from './lot.ts';

const openings = [
  'Draft a short reply to the customer about',
  'Summarise the minutes on',
  'Compare our two suppliers for',
  'Explain to a new colleague',
  'Write a test plan for',
  'List the open questions about',
  'Translate into French the notice on',
  'Review this paragraph about',
  'Turn into a table the figures for',
  'Find what contradicts the handbook in the note about',
];
const matters = [
  'the late delivery of',
  'the new tariff for',
  'the outage of',
  'the contract over',
  'the migration of',
  'the training on',
  'the budget for',
  'the complaint about',
  'the recall of',
  'the audit of',
];
const closings = [
  'Keep it under a page.',
  'Name what is not known.',
  'The reader is an engineer.',
  'Use plain words.',
  'It goes out this afternoon.',
];
const things = [
  'heat pumps',
  'the harbour warehouse',
  'the payroll system',
  'solar modules',
  'the regional clinics',
  'the mobile app',
  'night trains',
  'the lighthouse archive',
  'spare parts',
  'the invoice queue',
];
const answers = [
  'Here is a draft that you can send as it stands.',
  'Three points stand out, and one of them is still open.',
  'In short: the figures agree, but the dates do not.',
  'The handbook says otherwise in its second chapter.',
  'I would ask for the missing receipt first.',
];
const heads = ['ba', 'do', 'fe', 'gu', 'ka', 'lo', 'mi', 'nu', 'pe', 'ra', 'so', 'ti', 'vo', 'zu'];
const tails = ['bel', 'dan', 'fir', 'gon', 'kel', 'lum', 'mar', 'nex', 'por', 'rin', 'sol', 'tas'];
/** Names of products and places that nobody has: a few come up often, most hardly ever. */
const names = heads.flatMap((head) =>
  heads.flatMap((middle) => tails.map((tail) => head + middle + tail)),
);

export function writeRequest(lot: Lot): string {
  const about = `${lot.pick(openings)} ${lot.pick(matters)} ${lot.pick(things)}`;
  const ticket = lot.chance(0.3) ? ` (ticket ${10_000 + lot.below(80_000)})` : '';
  return `${about} in ${writeName(lot)}${ticket}, together with ${lot.pickUneven(names)}. ${lot.pick(closings)}`;
}

export function writeAnswer(lot: Lot): string {
  const detail = `It concerns ${lot.pick(things)} and ${lot.pickUneven(names)}.`;
  return `${lot.pick(answers)} ${detail} ${lot.pick(closings)}`;
}

function writeName(lot: Lot): string {
  const name = lot.pickUneven(names);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
