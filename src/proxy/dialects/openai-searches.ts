/** How servers of OpenAI's formats are told to look things up themselves, other than by a tool: members of their own, and a word in the model's name. */
import { readObject } from '../json.ts';
import { declareKind } from './calls.ts';
import { readWord } from './members.ts';
import { free, list, type Shape } from './shape.ts';
import type { Sink } from './sink.ts';

const settings = free('metadata');

function declareSearch(sink: Sink): void {
  declareKind('web_search', true, sink);
}

/** Whoever gives it options has it searched, though none of them is set. */
const options: Shape = (value, sink) => {
  if (value !== null) declareSearch(sink);
  settings(value, sink);
};

/** As options, but for those that say that nothing is to be searched. */
const parameters: Shape = (value, sink) => {
  if (value !== null && readObject(value)?.mode !== 'off') declareSearch(sink);
  settings(value, sink);
};

const switched: Shape = (value, sink) => {
  if (value !== null && value !== false) declareSearch(sink);
  settings(value, sink);
};

/** Extensions that change or choose what is there already, and bring nothing to the model. */
const quiet: ReadonlySet<string> = new Set(
  'file-parser response-healing moderation auto-router context-compression'.split(' '),
);

const plugin: Shape = (value, sink) => {
  const { id, enabled } = readObject(value) ?? {};
  const name = readWord(id);
  if (enabled !== false)
    declareKind(name === 'web' ? 'web_search' : name || 'plugin', !quiet.has(name), sink);
  settings(value, sink);
};

const allPlugins = list(plugin);

/** One in the place of a list of one is none the less read by some servers. */
export const plugins: Shape = (value, sink) =>
  (Array.isArray(value) ? allPlugins : plugin)(value, sink);

/** The members by which a request has something looked up. */
export const searches: Readonly<Record<string, Shape>> = {
  web_search_options: options,
  plugins,
  search_parameters: parameters,
  enable_search: switched,
};

/** A server of many models takes this behind a model's name for a search before it answers. */
const online = /:online$/i;

export function declareOnline(model: string, sink: Sink): void {
  if ([model, ...sink.models].some((each) => online.test(each))) declareSearch(sink);
}
