/** Signing in by an identity provider: where the browser goes, and the key that it gets when it comes back. */
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { GatewayError } from '../../errors.ts';
import { scopes } from '../../governance/scope.ts';
import type { Keys } from '../../keys/keys.ts';
import { type SignIn, createSignIn } from '../../keys/sign-in.ts';
import { type BodyReader, bodyErrors, readBodyAs } from '../body.ts';
import type { Route } from '../route.ts';

export type SignInWay = { readonly provider: SignIn; readonly lifeMs: number };

export function toSignInWay(
  { oidc }: Config['signIn'],
  onTrouble: (why: string) => void,
): SignInWay | undefined {
  if (oidc === undefined) return undefined;
  const { clientSecret, lifeMs, ...rest } = oidc;
  const provider = createSignIn({ ...rest, clientSecret: clientSecret?.reveal(), onTrouble });
  return { provider, lifeMs };
}

const word = z.string().min(1).max(512);
const address = z.url({ protocol: /^https?$/ }).max(8192);

const beginBody = z.strictObject({
  redirect: address.describe('Where the provider sends the browser back to.'),
});
const begun = z.object({
  url: z.string().describe('Where the browser goes.'),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
});
const finishBody = z.strictObject({
  returned: address.describe('The whole address that the browser came back to.'),
  state: word,
  nonce: word,
  verifier: word,
});
const signedIn = z.object({
  key: z.string().describe('Shown this once and kept nowhere.'),
  id: z.string(),
  owner: z.string(),
  team: z.string(),
  scopes: z.array(z.enum(scopes)),
  expires_at: z.string(),
});

const errors = [...bodyErrors, 'not_found', 'not_ready', 'rate_limited'] as const;

export function createSignInRoutes(
  way: SignInWay | undefined,
  keys: Pick<Keys, 'create'>,
  readBody: BodyReader,
): readonly Route[] {
  const providerOf = (): SignInWay => {
    if (way !== undefined) return way;
    throw new GatewayError('not_found', 'no identity provider is configured; sign in with a key');
  };
  return [
    {
      method: 'get',
      path: '/v1/sign-in',
      operation: 'listSignIns',
      scope: 'public',
      summary: 'The ways in which people can sign in to the console',
      answer: z.object({ ways: z.array(z.enum(['key', 'oidc'])) }),
      errors: [],
      handle() {
        const ways = way === undefined ? ['key'] : ['key', 'oidc'];
        return Promise.resolve({ status: 200, body: { ways } });
      },
    },
    {
      method: 'post',
      path: '/v1/sign-in/begin',
      operation: 'beginSignIn',
      scope: 'public',
      summary: 'Begin to sign in by the identity provider',
      body: beginBody,
      answer: begun,
      errors,
      async handle(call) {
        const { provider } = providerOf();
        const { redirect } = await readBodyAs(beginBody, readBody, call);
        return { status: 200, body: await provider.begin(redirect) };
      },
    },
    createFinishRoute(providerOf, keys, readBody),
  ];
}

function createFinishRoute(
  providerOf: () => SignInWay,
  keys: Pick<Keys, 'create'>,
  readBody: BodyReader,
): Route {
  return {
    method: 'post',
    path: '/v1/sign-in/finish',
    operation: 'finishSignIn',
    scope: 'public',
    summary: 'Get a key for what the identity provider vouches for',
    body: finishBody,
    answer: signedIn,
    errors: [...errors, 'unauthorized', 'forbidden'],
    async handle(call) {
      const { provider, lifeMs } = providerOf();
      const { owner, scopes: held } = await provider.finish(
        await readBodyAs(finishBody, readBody, call),
      );
      const profile = { owner, scopes: [...held], tags: ['sign-in'] };
      const by = { key: '', owner, agent: 'sign-in' };
      const { key, record } = await keys.create(profile, lifeMs, by);
      const { id, expiresAt = 0 } = record;
      const expires_at = new Date(expiresAt).toISOString();
      const body = { key, id, owner, team: '', scopes: held, expires_at };
      return { status: 200, body };
    },
  };
}
