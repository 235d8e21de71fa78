/** What the process environment says: the variables that stand for fields, and secrets that lie in files. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { findNearest } from '../governance/policy/suggest.ts';
import type { ConfigFault } from './fault.ts';
import { outlines } from './outline.ts';
import { toOllamaUrl } from './ollama-host.ts';
import type { Setting } from './setting.ts';
import { whyUnread } from './unread.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type Variable = {
  readonly name: string;
  readonly path: readonly string[];
  readonly secret: boolean;
  readonly description: string;
};

const providers = [
  { name: 'openai', key: 'OPENAI_API_KEY', url: 'OPENAI_BASE_URL' },
  { name: 'anthropic', key: 'ANTHROPIC_API_KEY', url: 'ANTHROPIC_BASE_URL' },
  { name: 'gemini', key: 'GEMINI_API_KEY', url: 'GOOGLE_GEMINI_BASE_URL' },
] as const;

/** Names another file in the place of config/gateway.yaml, and so stands for no field of it. */
export const fileVariable = 'GATEWAY_CONFIG';

/** Every variable that stands for a field. */
export const variables: readonly Variable[] = [
  ...outlines.flatMap(({ environment: name, path, secret, description }) =>
    name === undefined ? [] : [{ name, path, secret, description }],
  ),
  ...providers.flatMap(({ name, key, url }) => [
    {
      name: key,
      path: ['upstreams', name, 'credential'],
      secret: true,
      description: `Key of the upstream \`${name}\`.`,
    },
    {
      name: url,
      path: ['upstreams', name, 'baseUrl'],
      secret: false,
      description: `Base URL of the upstream \`${name}\`.`,
    },
  ]),
  {
    name: 'OLLAMA_HOST',
    path: ['upstreams', 'ollama', 'baseUrl'],
    secret: false,
    description: 'Address of the upstream `ollama`, in any form that Ollama takes.',
  },
];

const secretBytesMax = 65_536;

export type Lookup = { readonly text: string | undefined; readonly fault?: ConfigFault };

/** The value of a variable, or of the file that `NAME_FILE` names. An empty variable counts as not set. */
export function lookUp(environment: Environment, cwd: string, name: string): Lookup {
  const text = environment[name] === '' ? undefined : environment[name];
  const pointer = `${name}_FILE`;
  const file = environment[pointer];
  if (file === undefined || file === '') return { text };
  const refuse = (message: string) => ({ text: undefined, fault: { where: pointer, message } });
  if (text !== undefined) return refuse(`expected either this or \`${name}\`, but both are set`);
  try {
    const path = resolve(cwd, file);
    if (statSync(path).size > secretBytesMax)
      return refuse(`expected a file of at most ${secretBytesMax} bytes, got \`${file}\``);
    const content = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    return content === ''
      ? refuse(`expected a value in \`${file}\`, but it is empty`)
      : { text: content };
  } catch (error) {
    return refuse(`expected a file that can be read, got \`${file}\`: ${whyUnread(error)}`);
  }
}

export function readEnvironment(
  environment: Environment,
  cwd: string,
): { readonly settings: readonly Setting[]; readonly faults: readonly ConfigFault[] } {
  const settings: Setting[] = [];
  const faults = findMistyped(environment);
  for (const { name, path, secret } of variables) {
    const { text, fault } = secret
      ? lookUp(environment, cwd, name)
      : { text: environment[name] === '' ? undefined : environment[name] };
    if (fault !== undefined) faults.push(fault);
    if (text === undefined) continue;
    const [section, upstream] = path;
    if (section === 'upstreams' && upstream !== undefined)
      settings.push({
        path: [section, upstream, 'dialect'],
        text: upstream,
        origin: name,
        weak: true,
      });
    settings.push({
      path,
      text: name === 'OLLAMA_HOST' ? (toOllamaUrl(text) ?? text) : text,
      origin: secret && environment[name] !== text ? `${name}_FILE` : name,
    });
  }
  return { settings, faults };
}

/** A slip in one of our own names would silently leave a default in force. Names far from ours may be anybody's. */
function findMistyped(environment: Environment): ConfigFault[] {
  const own = variables.filter(({ name }) => name.startsWith('GATEWAY_'));
  const known = new Set([fileVariable, ...own.map(({ name }) => name)]);
  for (const { name, secret } of own) if (secret) known.add(`${name}_FILE`);
  const others = variables.filter(({ name }) => !name.startsWith('GATEWAY_'));
  return Object.keys(environment)
    .filter((name) => name.startsWith('GATEWAY_') && !known.has(name))
    .flatMap((name) => {
      // Kubernetes sets some of these for a service named gateway, to URLs in the service's protocol.
      const bare = name.slice('GATEWAY_'.length);
      const plain = others.some((other) => other.name === bare);
      if (plain && !/^(?:tcp|udp|sctp):\/\//.test(environment[name] ?? ''))
        return [{ where: name, message: `unknown variable; did you mean \`${bare}\`?` }];
      const rests = [...known].map((other) => other.slice('GATEWAY_'.length));
      const nearest = findNearest(name.slice('GATEWAY_'.length), rests);
      return nearest === undefined
        ? []
        : [{ where: name, message: `unknown variable; did you mean \`GATEWAY_${nearest}\`?` }];
    });
}
