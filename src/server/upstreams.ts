/** Turns configured upstreams into the proxy's, with the credential in the header that its provider reads. */
import type { Config } from '../config/schema.ts';
import { familyNames } from '../proxy/dialects/family.ts';
import type { Upstream } from '../proxy/proxy.ts';

type Configured = Config['upstreams'][string];

function toCredential(upstream: Configured): Pick<Upstream, 'credential'> {
  const value = upstream.credential?.reveal();
  if (value === undefined) return {};
  const header = upstream.credentialHeader;
  return { credential: { header, value: header === 'authorization' ? `Bearer ${value}` : value } };
}

function toUpstream(name: string, upstream: Configured): Upstream {
  const headers = Object.entries(upstream.headers).map(
    ([header, value]) => [header, value.reveal()] as const,
  );
  return {
    name,
    family: upstream.dialect,
    baseUrl: upstream.baseUrl,
    ...toCredential(upstream),
    headers: Object.fromEntries(headers),
    ...(upstream.apiVersion === undefined ? {} : { azureApiVersion: upstream.apiVersion }),
    ...(upstream.models === undefined ? {} : { models: upstream.models }),
  };
}

/** The built-in upstream speaks every family; its base URL ends as each family's own does. */
export function toUpstreams(
  configured: Config['upstreams'],
  sandboxUrl: string | undefined,
): readonly Upstream[] {
  const own = Object.entries(configured).map(([name, upstream]) => toUpstream(name, upstream));
  if (sandboxUrl === undefined) return own;
  const sandboxes = familyNames.map((family) => ({
    name: 'sandbox',
    family,
    baseUrl: family === 'openai' ? `${sandboxUrl}/v1` : sandboxUrl,
  }));
  return [...own, ...sandboxes];
}
