/** Reads the flags of a script; `--help` and what is not known end it with what there is, and without a stack. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<Given extends Options> = ReturnType<
  typeof parseArgs<{ options: Given; allowNegative: true }>
>['values'];

/** `script` is how it is called: `npm run bench --`. */
export function readScriptFlags<const Given extends Options>(
  script: string,
  options: Given,
): Values<Given> {
  const usage = `usage: ${script} ${Object.entries(options).map(writeFlag).join(' ')}\n`;
  if (process.argv.includes('--help')) {
    process.stdout.write(usage);
    process.exit(0);
  }
  try {
    return parseArgs({ options, allowNegative: true }).values;
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    process.stderr.write(`${sentence}\n${usage}`);
    process.exit(2);
  }
}

/** What is no such number ends the script: it would count to nothing, and call that a pass. */
export function readCount(flag: string, value: string, least = 0, most = Infinity): number {
  const count = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
  if (count >= least && count <= most) return count;
  const range = most === Infinity ? `from ${least} on` : `from ${least} to ${most}`;
  process.stderr.write(`--${flag} ${value}: a whole number ${range} is needed\n`);
  process.exit(2);
}

function writeFlag([name, { type, default: usual }]: [string, Options[string]]): string {
  if (type === 'string')
    return `[--${name} ${typeof usual === 'string' && usual !== '' ? usual : 'VALUE'}]`;
  return usual === true ? `[--no-${name}]` : `[--${name}]`;
}
