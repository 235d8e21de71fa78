/** The call again, as a command to paste; the key is the reader's own and is not put into it. */
import type { Exchange } from './exchange.ts';

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

export function toCurl({ entry, legs }: Exchange): string {
  const route = entry.call?.route ?? '/v1/validate';
  const body = legs['received']?.text ?? '';
  const path = route.replace(/^(\/v1\/validate|\/v1\/policy\/check)$/, '$1');
  return [
    `curl -s ${quote(location.origin + path)}`,
    `-H "Authorization: Bearer $GATEWAY_KEY"`,
    `-H 'Content-Type: application/json'`,
    `-d ${quote(toBody(route, body))}`,
  ].join(' \\\n  ');
}

/** Of the governance operations only the text was kept. */
function toBody(route: string, text: string): string {
  if (route === '/v1/validate') return JSON.stringify({ prompt: text });
  if (route === '/v1/policy/check') return JSON.stringify({ input: text });
  return text;
}
