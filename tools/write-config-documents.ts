/** Writes config/gateway.schema.json and the tables of docs/CONFIGURATION.md from the schema: `node tools/write-config-documents.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { type Variable, variables } from '../src/config/environment.ts';
import { type Field, listFields } from '../src/config/field.ts';
import { toJsonSchema } from '../src/config/json-schema.ts';

const root = resolve(import.meta.dirname, '..');
const page = resolve(root, 'docs/CONFIGURATION.md');
const schema = resolve(root, 'config/gateway.schema.json');

function toFieldRow({ path, default: fallback, environment, flag, description }: Field): string {
  const also = [environment && `\`${environment}\``, flag && `\`--${flag}\``];
  return row([
    `\`${path.join('.')}\``,
    fallback === undefined ? '' : `\`${JSON.stringify(fallback)}\``,
    also.filter((name) => name !== undefined).join(', '),
    description,
  ]);
}

function toVariableRow({ name, path, secret, description }: Variable): string {
  return row([
    `\`${name}\`${secret ? `, \`${name}_FILE\`` : ''}`,
    `\`${path.join('.')}\``,
    description,
  ]);
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

const tables = {
  fields: [
    '| Key | Default | Also set by | Meaning |',
    '| --- | --- | --- | --- |',
    ...listFields().map(toFieldRow),
  ],
  variables: [
    '| Variable | Key | Meaning |',
    '| --- | --- | --- |',
    ...variables.map(toVariableRow),
  ],
};

let text = readFileSync(page, 'utf8');
for (const [name, lines] of Object.entries(tables)) {
  const marked = new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- end of ${name} -->)`);
  text = text.replace(marked, (_all, start: string, end: string) =>
    [start, ...lines, end].join('\n'),
  );
}
const style = await resolveConfig(page);
writeFileSync(page, await format(text, { ...style, parser: 'markdown' }));
writeFileSync(schema, await format(JSON.stringify(toJsonSchema()), { ...style, parser: 'json' }));
