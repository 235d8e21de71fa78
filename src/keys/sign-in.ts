/** Signing in by an identity provider (OpenID Connect): what it vouches for becomes a key for a working day. */
import type * as OpenId from 'openid-client';
import { GatewayError } from '../errors.ts';
import type { Scope } from '../governance/scope.ts';
import { whyUnreached } from '../unreached.ts';

export type SignInOptions = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** What is asked of the provider, separated by spaces. */
  readonly scope: string;
  /** The claim that says in which roles somebody is; dots lead into nested ones. */
  readonly rolesClaim: string;
  readonly roles: Readonly<Record<string, readonly Scope[]>>;
  /** Told once why the provider cannot be asked, or refuses this gateway, until somebody signs in again. */
  readonly onTrouble?: (why: string) => void;
};

/** What the browser keeps until the provider sends it back; of no use without the code that it brings then. */
export type Begun = {
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
};

export type Returned = Omit<Begun, 'url'> & {
  /** The address that the provider sent the browser to, whole. */
  readonly returned: string;
};

export type Vouched = { readonly owner: string; readonly scopes: readonly Scope[] };

export type SignIn = {
  readonly begin: (redirect: string) => Promise<Begun>;
  readonly finish: (returned: Returned) => Promise<Vouched>;
};

type Claims = OpenId.IDToken | OpenId.UserInfoResponse;
type Client = typeof OpenId;

const providerTimeoutSeconds = 5;
const ownerCharactersMax = 200;

export function createSignIn(options: SignInOptions): SignIn {
  let asked: Promise<OpenId.Configuration> | undefined;
  const { tell, refuse } = watchProvider(options.onTrouble);
  // Loaded only where somebody signs in this way: nobody else's start waits for it.
  const load = (): Promise<Client> => import('openid-client');
  const discover = async (): Promise<readonly [Client, OpenId.Configuration]> => {
    const client = await load();
    asked ??= askProvider(client, options);
    try {
      return [client, await asked];
    } catch (error) {
      asked = undefined;
      tell(error);
      throw unavailable(error);
    }
  };
  return {
    async begin(redirect) {
      const [client, provider] = await discover();
      const begun = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(provider, {
        redirect_uri: redirect,
        scope: options.scope,
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
      });
      return { ...begun, url: url.href };
    },
    async finish({ returned, state, nonce, verifier }) {
      const [client, provider] = await discover();
      const tokens = await client
        .authorizationCodeGrant(provider, new URL(returned), {
          ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
          idTokenExpected: true,
        })
        .catch(refuse);
      tell(undefined);
      const claims = tokens.claims();
      if (claims === undefined) throw notVouched();
      const askMore = (): Promise<Claims> =>
        client.fetchUserInfo(provider, tokens.access_token, claims.sub).catch(refuse);
      return vouch(claims, askMore, provider, options);
    },
  };
}

type Provided = {
  /** What went wrong, or that nothing did. */
  readonly tell: (error: unknown) => void;
  readonly refuse: (error: unknown) => never;
};

function watchProvider(onTrouble: SignInOptions['onTrouble']): Provided {
  let told: string | undefined;
  const tell = (error: unknown): void => {
    const why = error === undefined ? undefined : whyRefused(error);
    if (why !== undefined && why !== told) onTrouble?.(why);
    told = why;
  };
  return {
    tell,
    // A provider that does not answer is told apart from one that says no.
    refuse(error) {
      tell(error);
      throw isSilent(error) ? unavailable(error) : notVouched(error);
    },
  };
}

async function askProvider(client: Client, options: SignInOptions): Promise<OpenId.Configuration> {
  const { issuer, clientId, clientSecret } = options;
  const authentication = clientSecret === undefined ? client.None() : undefined;
  return client.discovery(new URL(issuer), clientId, clientSecret, authentication, {
    // The token's signature is checked too, not only that it came over the provider's own connection.
    execute: [client.enableNonRepudiationChecks],
    timeout: providerTimeoutSeconds,
  });
}

/** Some providers put the roles into the token, others tell them only when asked. */
async function vouch(
  token: OpenId.IDToken,
  askMore: () => Promise<Claims>,
  provider: OpenId.Configuration,
  { rolesClaim, roles }: SignInOptions,
): Promise<Vouched> {
  const known = readClaim(token, rolesClaim) !== undefined;
  const more = provider.serverMetadata().userinfo_endpoint !== undefined && !known;
  const claims = more ? { ...(await askMore()), ...token } : token;
  const held = readClaim(claims, rolesClaim);
  const names = new Set(Array.isArray(held) ? held : [held]);
  const matching = Object.entries(roles).filter(([role]) => names.has(role));
  const owner = nameOf(claims);
  if (matching.length === 0) {
    const expected = Object.keys(roles).map((role) => `\`${role}\``);
    const detail = `\`${owner}\` is signed in but has none of the roles ${expected.join(', ')} in \`${rolesClaim}\``;
    throw new GatewayError('forbidden', detail);
  }
  return { owner, scopes: [...new Set(matching.flatMap(([, scopes]) => scopes))] };
}

function readClaim(claims: Claims, name: string): unknown {
  if (claims[name] !== undefined) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
      claims,
    );
}

/** An address that the provider has not checked could be anybody's. */
function nameOf({
  email,
  email_verified: verified,
  preferred_username: name,
  sub,
}: Claims): string {
  const words = [verified === false ? undefined : email, name, sub];
  const word = words.find((one) => typeof one === 'string' && one !== '');
  const text = typeof word === 'string' ? word : '';
  return text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '').slice(0, ownerCharactersMax);
}

function notVouched(cause?: unknown): GatewayError {
  const detail = 'the identity provider does not vouch for this sign-in; begin it anew';
  return new GatewayError('unauthorized', detail, cause === undefined ? {} : { cause });
}

function unavailable(cause: unknown): GatewayError {
  return new GatewayError('not_ready', 'the identity provider cannot be asked now', {
    ...{ cause, headers: { 'retry-after': '5' } },
  });
}

function isSilent(error: unknown): boolean {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return error instanceof TypeError || code === 'OAUTH_TIMEOUT';
}

/** Whoever signs in is told neither; whoever runs the gateway needs both: the provider's own word, or why it was not reached. */
function whyRefused(error: unknown): string {
  const said: unknown = error instanceof Error && 'error' in error ? error.error : undefined;
  if (typeof said === 'string' && /^[a-z_]{1,64}$/.test(said)) return `it answers \`${said}\``;
  return whyUnreached(error) ?? 'it fails';
}
