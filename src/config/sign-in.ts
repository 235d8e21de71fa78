/** Signing in to the console by an identity provider: which one, and what its roles may do here. */
import { z } from 'zod';
import { scopes } from '../governance/scope.ts';
import { secret, text, whole, words } from './value-kinds.ts';
import { parseWebAddress } from './web-address.ts';

/** A token that came over a connection that anybody can read or change vouches for nobody. */
function isProvider(value: string): boolean {
  const url = parseWebAddress(value);
  if (url === undefined || url.username !== '' || url.search !== '' || url.hash !== '')
    return false;
  return url.protocol === 'https:';
}

const oidcSchema = z
  .strictObject({
    issuer: z
      .string()
      .refine(isProvider, 'the https URL of an OpenID Connect issuer')
      .meta({ description: 'The provider, as its `/.well-known/openid-configuration` names it.' }),
    clientId: words().meta({ description: 'What the provider knows this gateway as.' }),
    clientSecret: secret({
      description: 'The secret of the client that people sign in by; absent for a public one.',
      environment: 'GATEWAY_OIDC_CLIENT_SECRET',
    }),
    scope: text('openid profile email', { description: 'What is asked of the provider.' }),
    rolesClaim: text('groups', {
      description: 'The claim that holds the roles; dots lead into nested ones.',
    }),
    roles: z
      .record(words(), z.array(z.enum(scopes)).min(1))
      .refine((roles) => Object.keys(roles).length > 0, 'at least one role')
      .meta({ description: 'What each role may do here; who has none of them is refused.' }),
    lifeMs: whole(
      { from: 60_000, to: 604_800_000, default: 28_800_000 },
      { description: 'How long somebody stays signed in.' },
    ),
  })
  .optional()
  .meta({ description: 'An OpenID Connect provider.' });

export const signInSchema = z
  .strictObject({ oidc: oidcSchema })
  .prefault({})
  .meta({ description: 'How people sign in to the console, beside with a key.' });
