/** Flags, environment and gateway.yaml become one checked configuration, or every fault in them at once. */
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { type Step, pathOf } from '../governance/interaction.ts';
import { checkTogether } from './cross-checks.ts';
import { checkBudgets } from './budget-checks.ts';
import { checkDeadRoutes } from './dead-routes.ts';
import { checkDetectors } from './detector-checks.ts';
import { checkFiles } from './file-checks.ts';
import { checkSharedIndex } from './shared-index-checks.ts';
import { checkShipping } from './ship-checks.ts';
import { type Environment, fileVariable, lookUp, readEnvironment } from './environment.ts';
import { type ConfigFault, type Placed, toPlacedAll } from './fault.ts';
import { type Flags, toSettings } from './flags.ts';
import { hasReference, interpolate } from './interpolation.ts';
import { type Config, configSchema } from './schema.ts';
import { type Setting, Text, isMapping, put, settle, valueAt } from './setting.ts';
import { whyUnread } from './unread.ts';
import { type YamlDocument, readYaml } from './yaml-document.ts';

export type { Config } from './schema.ts';

/** What the file holds; undefined where there is none. */
export type ConfigSource = { readonly text: string | undefined };

export type ConfigInput = {
  readonly flags: Flags;
  readonly environment: Environment;
  readonly cwd: string;
  /** As another process has read it: whoever is to have the same does not look at what it has become. */
  readonly source?: ConfigSource | undefined;
};

export type ConfigResult =
  | {
      readonly ok: true;
      readonly config: Config;
      readonly file: string | undefined;
      readonly source: ConfigSource;
    }
  | { readonly ok: false; readonly faults: readonly ConfigFault[] };

const usualFile = 'config/gateway.yaml';

export function readConfig(input: ConfigInput): ConfigResult {
  const { environment, cwd } = input;
  const file = readFile(input);
  const variables = readEnvironment(environment, cwd);
  const flags = toSettings(input.flags);
  const faults = [...file.faults, ...variables.faults, ...flags.faults];
  const settings = [...variables.settings, ...flags.settings];
  const begun = settings.filter(({ path }) => !isMapping(valueAt(file.tree, path.slice(0, -1))));
  for (const { path, text, weak } of settings)
    if (weak !== true || valueAt(file.tree, path) === undefined)
      put(file.tree, path, new Text(text));
  const tree = settle(file.tree);
  const parsed = configSchema.safeParse(tree);
  const issues = parsed.success ? [] : toPlacedAll(parsed.error.issues, tree);
  const place = createPlacer(settings, begun, file);
  // Where a variable is missing, that its place is then empty is no news.
  const told = new Set(file.faults.map(({ where }) => where));
  const together = [
    ...checkTogether(tree),
    ...checkDeadRoutes(tree),
    ...checkBudgets(tree),
    ...checkDetectors(tree),
    ...checkFiles(tree, cwd),
    ...checkShipping(tree),
    ...checkSharedIndex(tree),
  ];
  const placed = [...issues, ...together].map(place);
  faults.push(...placed.filter(({ where }) => !told.has(where)));
  if (faults.length > 0 || !parsed.success)
    return { ok: false, faults: faults.map(inOneLine).sort(byPlace) };
  const source = { text: file.text };
  return { ok: true, config: resolvePaths(parsed.data, cwd), file: file.name, source };
}

/** What a terminal would obey must not reach one, whatever a message repeats. */
function inOneLine({ where, message }: ConfigFault): ConfigFault {
  return { where, message: message.replace(/\p{Cc}+/gu, ' ') };
}

function byPlace(left: ConfigFault, right: ConfigFault): number {
  return left.where.localeCompare(right.where, 'en', { numeric: true });
}

type File = {
  readonly tree: Record<string, unknown>;
  readonly faults: readonly ConfigFault[];
  /** As it is told to people; undefined where there is no file. */
  readonly name: string | undefined;
  readonly document: YamlDocument | undefined;
  readonly text: string | undefined;
};

function readFile({ flags, environment, cwd, source: given }: ConfigInput): File {
  const named = flags.config ?? (environment[fileVariable] || undefined);
  const path = resolve(cwd, named ?? usualFile);
  const within = relative(cwd, path);
  const name = within.startsWith('..') || isAbsolute(within) ? path : within;
  const isThere = given ? given.text !== undefined : named !== undefined || existsSync(path);
  const nothing = { tree: {}, document: undefined, text: undefined };
  if (!isThere) return { ...nothing, faults: [], name: undefined };
  const faults: ConfigFault[] = [];
  let source: string;
  try {
    source = given?.text ?? new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    const where = flags.config !== undefined ? '--config' : named ? fileVariable : name;
    const message = `expected a UTF-8 file that can be read, got \`${name}\`: ${whyUnread(error)}`;
    return { ...nothing, faults: [{ where, message }], name };
  }
  const document = readYaml(source, (text, { line, column }) => {
    if (!hasReference(text)) return text;
    const found = interpolate(text, (variable) => lookUp(environment, cwd, variable));
    const where = `${name}:${line}:${column}`;
    faults.push(...found.faults.map((message) => ({ where, message })), ...found.elsewhere);
    return new Text(found.text);
  });
  const rows = source.split('\n');
  for (const { line, column, message } of document.faults) {
    const hint = hasReference(rows[line - 1] ?? '')
      ? '; within `{ }` write `"${NAME}"`, quoted'
      : '';
    faults.push({ where: `${name}:${line}:${column}`, message: message + hint });
  }
  const tree = document.value ?? {};
  if (isMapping(tree)) return { tree, faults, name, document, text: source };
  faults.push({ where: `${name}:1:1`, message: 'expected a mapping of settings' });
  return { tree: {}, faults, name, document, text: source };
}

/**
 * Says where somebody has to look: at the flag, at the variable, or at the line; `begun` are those that stand alone
 * in a section of which the file says nothing.
 */
function createPlacer(
  settings: readonly Setting[],
  begun: readonly Setting[],
  file: File,
): (placed: Placed) => ConfigFault {
  const origins = new Map(settings.map(({ path, origin }) => [path.join('\0'), origin]));
  const originOf = (path: readonly Step[]) => origins.get(path.join('\0'));
  return ({ path, of, message }) => {
    const where = originOf(path);
    if (where !== undefined) return { where, message };
    const section = pathOf(path.slice(0, -1));
    const alone = begun.find((setting) => pathOf(setting.path.slice(0, -1)) === section);
    if (alone !== undefined)
      return { where: alone.origin, message: `${message}; of \`${section}\` only this is set` };
    const { name, document } = file;
    if (document === undefined || name === undefined) return { where: 'configuration', message };
    const { line, column } = document.locate(path, of);
    return { where: `${name}:${line}:${column}`, message };
  };
}

function resolvePaths(config: Config, cwd: string): Config {
  const { tls } = config.listen;
  const { ship } = config.audit;
  const detectors = Object.entries(config.detectors).map(
    ([name, { file, vocabulary, ...rest }]) => {
      const own = {
        ...(file !== undefined && { file: resolve(cwd, file) }),
        ...(vocabulary !== undefined && { vocabulary: resolve(cwd, vocabulary) }),
      };
      return [name, { ...rest, ...own }] as const;
    },
  );
  return {
    ...config,
    detectors: Object.fromEntries(detectors),
    data: resolve(cwd, config.data),
    policies: resolve(cwd, config.policies),
    listen: {
      ...config.listen,
      ...(tls && {
        tls: { certificate: resolve(cwd, tls.certificate), key: resolve(cwd, tls.key) },
      }),
    },
    audit: {
      ...config.audit,
      ...(ship?.directory !== undefined && {
        ship: { ...ship, directory: resolve(cwd, ship.directory) },
      }),
      witnesses: config.audit.witnesses.map((place) =>
        /^https?:\/\//i.test(place) ? place : resolve(cwd, place),
      ),
    },
  };
}
