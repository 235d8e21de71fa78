/** helmet's headers, computed once: they never change, and computing them for each call costs as much as a prompt's parse. */
import helmet from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** For JSON answers nothing may be loaded, framed or sniffed at all. */
export function readSecurityHeaders(): readonly (readonly [string, string])[] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const middleware = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // TLS often ends in front of the gateway; whoever ends it knows for which names to promise it.
    strictTransportSecurity: false,
  });
  middleware(request, response, (error?: unknown) => {
    if (error instanceof Error) throw error;
  });
  return Object.entries(response.getHeaders()).map(
    ([name, value]) => [name, String(value)] as const,
  );
}
