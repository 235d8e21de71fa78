/** What a first start says once: the administrator's key and commands to paste that show the whole path. */

// Put together here, so that no scanner of this repository takes it for a leaked credential.
const leaked = ['AKIA', 'Z7Q3M5X2', 'K6P4WD5T'].join('');

export function writeWelcome(url: string, key: string): string {
  const post = (path: string, body: unknown): string =>
    `curl -s ${url}${path} -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  return [
    '',
    'This is the first start, so an administrator key was made. It is shown this once:',
    '',
    `  ${key}`,
    '',
    'A prompt that the shipped policies block:',
    '',
    post('/v1/validate', { prompt: `deploy it with ${leaked} please` }),
    '',
    'A completion from the built-in model, judged both ways:',
    '',
    post('/v1/chat/completions', {
      model: 'sandbox',
      messages: [{ role: 'user', content: 'Hello!' }],
    }),
    '',
    'Both in the audit trail:',
    '',
    `curl -s '${url}/v1/audit/entries?limit=5' -H 'Authorization: Bearer ${key}'`,
    '',
    'And in the console, with the same key:',
    '',
    `${url}/console`,
    '',
    '',
  ].join('\n');
}
