/** The flags that set fields: `--port 8080` or `--port=8080`, named after what they set. */
import { suggestion } from '../governance/policy/suggest.ts';
import type { ConfigFault } from './fault.ts';
import { outlines } from './outline.ts';
import type { Setting } from './setting.ts';

export type Flags = Readonly<Partial<Record<string, string>>>;

export type Flag = {
  readonly name: string;
  readonly path: readonly string[];
  readonly description: string;
};

/** `config` names the file itself, and so stands for no field of it. */
export const configFlags: readonly Flag[] = [
  { name: 'config', path: [], description: 'Another gateway.yaml.' },
  ...outlines.flatMap(({ flag: name, path, description }) =>
    name === undefined ? [] : [{ name, path, description }],
  ),
];

/** Arguments that name a field become flags; the others are left for whoever knows them. */
export function readFlags(args: readonly string[]): {
  readonly flags: Flags;
  readonly rest: readonly string[];
  readonly faults: readonly ConfigFault[];
} {
  const flags: Record<string, string> = {};
  const rest: string[] = [];
  const faults: ConfigFault[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const [, name, attached] = /^--([a-z][a-z-]*)(?:=(.*))?$/s.exec(arg) ?? [];
    if (name === undefined || !configFlags.some((flag) => flag.name === name)) {
      rest.push(arg);
      continue;
    }
    const value = attached ?? args[index + 1];
    if (attached === undefined) index += 1;
    if (value === undefined || value === '' || (attached === undefined && value.startsWith('--')))
      faults.push({ where: `--${name}`, message: 'expected a value' });
    else if (flags[name] !== undefined)
      faults.push({ where: `--${name}`, message: 'expected once, but it stands here twice' });
    else flags[name] = value;
  }
  return { flags, rest, faults };
}

export function toSettings(flags: Flags): {
  readonly settings: readonly Setting[];
  readonly faults: readonly ConfigFault[];
} {
  const settings: Setting[] = [];
  const faults: ConfigFault[] = [];
  for (const [name, text] of Object.entries(flags)) {
    if (text === undefined) continue;
    const flag = configFlags.find((known) => known.name === name);
    if (flag === undefined) {
      const hint = suggestion(
        `--${name}`,
        configFlags.map((known) => `--${known.name}`),
      );
      faults.push({ where: `--${name}`, message: `unknown flag${hint}` });
    } else if (flag.path.length > 0) settings.push({ path: flag.path, text, origin: `--${name}` });
  }
  return { settings, faults };
}
