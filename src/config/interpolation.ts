/** `${NAME}` and `${NAME:-default}` in the texts of gateway.yaml; `$${` stands for the characters `${`. */
import type { Lookup } from './environment.ts';
import type { ConfigFault } from './fault.ts';

export type Interpolated = {
  readonly text: string;
  /** What is wrong with the text itself. */
  readonly faults: readonly string[];
  /** What is wrong with a file that a variable names. */
  readonly elsewhere: readonly ConfigFault[];
};

const escapeOrReference = /\$\$\{|\$\{([^{}]*)\}|\$\{/g;

export function hasReference(text: string): boolean {
  return text.includes('${');
}

export function interpolate(text: string, find: (name: string) => Lookup): Interpolated {
  const faults: string[] = [];
  const elsewhere: ConfigFault[] = [];
  const replaced = text.replace(escapeOrReference, (written: string, inner?: string) => {
    if (written === '$${') return '${';
    const parts = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s.exec(inner ?? '');
    if (parts === null) {
      faults.push(
        `expected \`\${NAME}\` or \`\${NAME:-default}\`, got \`${written.slice(0, 60)}\``,
      );
      return '';
    }
    const [, name = '', fallback] = parts;
    const { text: value, fault } = find(name);
    if (fault !== undefined) elsewhere.push(fault);
    else if (value === undefined && fallback === undefined)
      faults.push(`the variable \`${name}\` is not set; set it or write \`\${${name}:-default}\``);
    return value ?? fallback ?? '';
  });
  return { text: replaced, faults, elsewhere };
}
