/** Whatever is sent to the gateway's own routes, what comes back is what its OpenAPI document says may come. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { call } from '../support/call.ts';
import {
  type DrawnCall,
  Drawing,
  type Known,
  type Operation,
  type Schema,
  remember,
} from '../support/described-calls.ts';
import { countDraws, randomOf, seedOf } from '../support/draws.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';

type Described = { readonly method: string; readonly path: string; readonly operation: Operation };
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

const rounds = countDraws(4);
const random = randomOf(seedOf(20_261_126));
const known: Known = new Map();
const drawing = new Drawing(random, known);
/** Present only where an answer lacks something. */
const mayBeAbsent = new Set(['x-governance-index-behind', 'x-governance-index-partial']);
/** The key that the test calls with would end. */
const left = new Set(['/v1/keys/self/revoke']);

let gateway: RunningGateway;
let document: Document;
let ajv: Ajv2020;
let operations: readonly Described[] = [];
beforeAll(async () => {
  gateway = await startGateway({ environment: quickPolicy });
  document = (await call(`${gateway.url}/openapi.json`)).json as unknown as Document;
  ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema({ $id: 'document', ...document });
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => !('4XX' in responses) && !left.has(path))
      .map(([method, operation]) => ({ method, path, operation })),
  );
  for (const content of ['Good morning.', 'My mail is alice@example.org.']) {
    const messages = [{ role: 'user', content }];
    const body = { model: 'sandbox', user: 'alice', messages };
    await call(`${gateway.url}/v1/chat/completions`, { key: gateway.key, body });
  }
});
afterAll(() => gateway.stop());

const validators = new Map<Schema, ValidateFunction>();
function validatorOf(schema: Schema, pointer: string): ValidateFunction {
  const made =
    validators.get(schema) ??
    ajv.compile('$ref' in schema ? { $ref: `document${String(schema.$ref)}` } : { $ref: pointer });
  validators.set(schema, made);
  return made;
}

const escaped = (name: string): string =>
  encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

function send({ method }: Described, { target, body }: DrawnCall) {
  return call(gateway.url + target, {
    method: method.toUpperCase(),
    key: drawing.chance(0.03) ? 'wrong' : gateway.key,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

type Answer = Awaited<ReturnType<typeof send>>;

/** What is not as the document says, in words. */
function faultsOf({ method, path, operation }: Described, answer: Answer): readonly string[] {
  const { status, headers, text } = answer;
  const described = operation.responses[status];
  if (described === undefined) return [`the status is not described: ${text}`];
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
  const content = described.content?.[type];
  if (content === undefined) return [`the type is not described: ${type}`];
  const missing = Object.keys(described.headers ?? {}).filter(
    (name) => !headers.has(name) && !mayBeAbsent.has(name),
  );
  const faults = missing.map((name) => `there is no ${name}`);
  if (!/\bjson$/.test(type)) return faults;
  if (status === 200) remember(known, answer.json);
  const place = ['paths', path, method, 'responses', String(status), 'content', type, 'schema'];
  const validate = validatorOf(content.schema, `document#/${place.map(escaped).join('/')}`);
  if (validate(answer.json)) return faults;
  return [...faults, ajv.errorsText(validate.errors), text];
}

/** A body that the document rules out must not be taken. */
function isRuledOut({ method, path, operation }: Described, { body }: DrawnCall): boolean {
  const schema = operation.requestBody?.content?.['application/json']?.schema;
  if (schema === undefined) return false;
  const place = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'];
  return !validatorOf(schema, `document#/${place.map(escaped).join('/')}`)(body);
}

test('each answer is one that the document describes, whatever was sent', async () => {
  expect(operations.length).toBeGreaterThan(35);
  const faults: string[] = [];
  const seen = new Map<number, number>();
  for (let round = 0; round < rounds; round += 1)
    for (const described of operations) {
      const drawn = drawing.call(described.path, described.operation);
      const answer = await send(described, drawn);
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      const found = [
        ...faultsOf(described, answer),
        ...(answer.status === 200 && isRuledOut(described, drawn) ? ['it was taken'] : []),
        ...(answer.status >= 500 ? [answer.text] : []),
      ];
      const asked = `${described.method} ${drawn.target} ${drawn.body === undefined ? '' : JSON.stringify(drawn.body)}`;
      faults.push(...found.map((fault) => `${asked}: ${answer.status}: ${fault}`));
    }
  expect(faults).toEqual([]);
  // All of it would hold as well if everything were refused.
  expect(seen.get(200)).toBeGreaterThan(rounds * 12);
  expect(seen.get(400)).toBeGreaterThan(rounds * 4);
});
