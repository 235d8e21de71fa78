/** The call again, as a command to paste; the key is the reader's own and is not put into it. */
import type { Entry } from './entry.ts';
import type { Exchange } from './exchange.ts';

type Call = NonNullable<Entry['call']>;

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Undefined where nothing is there to be sent again: of an act, and of a call of which nothing was kept. */
export function toCurl({ entry: { call }, legs }: Exchange): string | undefined {
  const said = legs['received']?.text;
  if (call?.route === undefined || said === undefined) return undefined;
  return [
    `curl -s ${quote(location.origin + call.route)}`,
    `-H "Authorization: Bearer $GATEWAY_KEY"`,
    `-H 'Content-Type: application/json'`,
    `-d ${quote(toBody(call, said))}`,
  ].join(' \\\n  ');
}

/** Of the governance operations only the text was kept; the entry has how it was to be judged. */
function toBody({ route, model = '', part, stage }: Call, text: string): string {
  const how = { ...(model !== '' && { model }), ...(part !== undefined && { part }) };
  if (route === '/v1/validate') return JSON.stringify({ prompt: text, ...how });
  if (route === '/v1/policy/check') return JSON.stringify({ input: text, stage, ...how });
  return text;
}
