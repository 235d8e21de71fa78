/** Reads `OLLAMA_HOST` in all the forms that Ollama itself takes. */
import { isIPv6 } from 'node:net';

/** The base URL, or undefined where the text is none of those forms. */
export function toOllamaUrl(host: string): string | undefined {
  const given = host.trim().replace(/^(['"])(.*)\1$/, '$2');
  const schemed = /^https?:\/\//i.test(given);
  const address = isIPv6(given)
    ? `[${given}]`
    : given.startsWith(':')
      ? `127.0.0.1${given}`
      : given;
  // The parser would leave them out, and another server be asked.
  if (/[\s\p{Cc}\\]/u.test(given)) return undefined;
  const url = URL.parse(schemed ? given : `http://${address}`);
  if (url === null || (!schemed && given.includes('://'))) return undefined;
  // A server is told to listen on all addresses with the same variable; nobody can call those.
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  // URL forgets a port that is the scheme's own, so what was written decides.
  const ported = /^(?:https?:\/\/)?(?:\[[^\]]*\]|[^/:]*):\d+(?:\/|$)/i.test(
    schemed ? given : address,
  );
  if (!schemed && !ported) url.port = '11434';
  return url.href.replace(/(?<!\/)\/+$/, '');
}
