/** An OpenID Connect provider that nobody here wrote (oidc-provider), as its own process over TLS; prints its address. */
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { createRequire } from 'node:module';

/** The part of the package that is used here; it comes without types. */
type ProviderClass = new (
  issuer: string,
  settings: {
    readonly clients: readonly object[];
    readonly claims: object;
    readonly scopes: readonly string[];
    readonly findAccount: (context: unknown, id: string) => object;
  },
) => { readonly callback: () => RequestListener };

const loaded: unknown = createRequire(import.meta.url)('oidc-provider');
const { default: Provider } = loaded as { readonly default: ProviderClass };

const [certificate = '', key = '', redirect = ''] = process.argv.slice(2);
const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) });
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const issuer = `https://localhost:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      { client_id: 'governance', client_secret: 'of-the-tests', redirect_uris: [redirect] },
    ],
    claims: { openid: ['sub'], email: ['email'], groups: ['groups'] },
    scopes: ['openid', 'email', 'groups'],
    // Whoever signs in as `ada` is a reviewer; everybody else is nobody here.
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@example.com`,
        groups: id === 'ada' ? ['reviewers'] : ['others'],
      }),
    }),
  });
  server.on('request', provider.callback());
  process.stdout.write(`${issuer}\n`);
});
