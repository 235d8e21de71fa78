/** Why nobody can sign in is told once to whoever runs the gateway, and to nobody who signs in. */
import { expect, test } from '@jest/globals';
import { createSignIn } from '../../../src/keys/sign-in.ts';

test('a provider that cannot be asked is told of once, with why', async () => {
  const told: string[] = [];
  const provider = createSignIn({
    ...{ issuer: 'https://127.0.0.1:2', clientId: 'governance', clientSecret: undefined },
    ...{ scope: 'openid', rolesClaim: 'groups', roles: { reviewers: ['audit:read'] } },
    onTrouble: (why) => told.push(why),
  });
  for (let tried = 0; tried < 2; tried += 1)
    await expect(provider.begin('http://127.0.0.1/console/signed-in')).rejects.toMatchObject({
      code: 'not_ready',
      message: 'the identity provider cannot be asked now',
    });
  expect(told).toEqual(['nobody listens there (ECONNREFUSED)']);
});
