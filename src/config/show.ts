/** The effective configuration as YAML, for `check-config --print`: what holds, with secrets masked. */
import type { Config } from './schema.ts';
import { Secret } from './secret.ts';
import { isMapping } from './setting.ts';
import { writeYaml } from './yaml-document.ts';

export function showConfig(config: Config): string {
  return writeYaml(toPlain(config));
}

/** What a service is asked with often holds its token. */
function maskQuery(value: string): string {
  return value.replace(/^(https?:\/\/[^?]*)\?.*$/s, '$1?[secret]');
}

function toPlain(value: unknown): unknown {
  if (value instanceof Secret) return value.toJSON();
  if (typeof value === 'string') return maskQuery(value);
  if (Array.isArray(value)) return value.map(toPlain);
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, toPlain(item)]));
}
