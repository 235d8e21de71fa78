/** The house that a run of conformance is about: a gateway as it is shipped, with its own policies and upstreams. */
import { startGateway } from '../support/gateway.ts';
import { writeWordPolicies } from '../support/word-policies.ts';
import { words, type House } from './exchanges.ts';
import { startSpecimenUpstream } from './specimen-upstream.ts';

export async function withHouse<Result>(use: (house: House) => Promise<Result>): Promise<Result> {
  const upstream = await startSpecimenUpstream();
  const { url } = upstream;
  const written = await writeWordPolicies({
    stop: { word: words.blocked, action: 'block' },
    soft: { word: words.refused, action: 'block', onBlock: 'refusal' },
    hide: { word: words.redacted, action: 'redact' },
  });
  try {
    const gateway = await startGateway({
      environment: {
        ...written.environment,
        GATEWAY_RATE_LIMIT: '0',
        OPENAI_API_KEY: 'provider-key',
        OPENAI_BASE_URL: `${url}/v1`,
        ANTHROPIC_API_KEY: 'provider-key',
        ANTHROPIC_BASE_URL: url,
        GEMINI_API_KEY: 'provider-key',
        GOOGLE_GEMINI_BASE_URL: url,
        OLLAMA_HOST: url,
      },
    });
    try {
      return await use({ url: gateway.url, key: gateway.key, upstream });
    } finally {
      await gateway.stop();
    }
  } finally {
    await upstream.close();
    await written.remove();
  }
}
