/** Finds addresses on the web, and says what is odd about their host. */
import type { Detector, Sighting } from './detector.ts';

const rest =
  /:\/\/((?:[^\s/@"'<>`]{1,128}@)?)(\[[0-9A-Fa-f:.]{2,45}\]|[\p{L}\p{N}.-]{1,253})(?::\d{1,5})?([^\s"'<>`)\]}]{0,2000})/uy;
const scheme = /(?:https?|ftps?|wss?|file|s3|gs|git|ssh)$/i;
const shorteners = new Set(
  `bit.ly t.co goo.gl tinyurl.com ow.ly is.gd buff.ly rebrand.ly cutt.ly shorturl.at rb.gy tiny.cc t.ly bl.ink lnkd.in
  s.id v.gd qr.ae adf.ly shorte.st clck.ru u.to soo.gd x.gd surl.li`.split(/\s+/),
);
const collectors =
  /(?:^|\.)(?:webhook\.site|requestbin\.(?:com|net)|pipedream\.net|ngrok(?:-free)?\.(?:io|app|dev)|burpcollaborator\.net|oast\.(?:pro|live|site|online|fun|me)|interact\.sh|beeceptor\.com|hookbin\.com|requestcatcher\.com|trycloudflare\.com|serveo\.net|localtunnel\.me|loca\.lt|canarytokens\.com|dnslog\.cn|pastebin\.com|transfer\.sh|file\.io)$/;

export const contentUrl: Detector = {
  name: 'content-url',
  categories: [
    'content/url',
    'content/url/ip_host',
    'content/url/punycode',
    'content/url/mixed_script',
    'content/url/shortener',
    'content/url/credentials',
    'content/url/onion',
    'content/url/collector',
    'content/url/data',
  ],
  find: (view) => {
    const text = view.text;
    const found: Sighting[] = [];
    for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
      const name = scheme.exec(text.slice(Math.max(0, at - 6), at));
      rest.lastIndex = at;
      const match = name === null ? null : rest.exec(text);
      if (name === null || match === null) continue;
      const start = at - name[0].length;
      const end = at + match[0].replace(/(?<![.,;:!?])[.,;:!?]+$/, '').length;
      for (const category of judge(
        match[1] ?? '',
        (match[2] ?? '').toLowerCase(),
        match[3] ?? '',
      )) {
        const plain = category === 'content/url';
        found.push({
          category,
          severity: plain ? 'low' : 'medium',
          confidence: plain ? 0.99 : 0.9,
          start,
          end,
        });
      }
    }
    for (let at = text.indexOf('data:'); at !== -1; at = text.indexOf('data:', at + 5)) {
      const match = /^data:[a-z]+\/[a-z0-9.+-]+(?:;[a-z0-9=-]+){0,4},/i.exec(
        text.slice(at, at + 120),
      );
      if (match === null) continue;
      const end = at + match[0].length;
      found.push({
        category: 'content/url/data',
        severity: 'low',
        confidence: 0.95,
        start: at,
        end,
      });
    }
    return found;
  },
};

/** Writing of its own that goes with Latin letters everywhere, and looks like none of them. */
const eastAsian = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}ー・]/gu;

function judge(credentials: string, host: string, path: string): string[] {
  const categories = ['content/url'];
  if (isAddress(host)) categories.push('content/url/ip_host');
  if (host.split('.').some((label) => label.startsWith('xn--')))
    categories.push('content/url/punycode');
  if (/[a-z]/.test(host) && /[\u0250-\uffff]/.test(host.replaceAll(eastAsian, '')))
    categories.push('content/url/mixed_script');
  if (shorteners.has(host) && path.length > 1) categories.push('content/url/shortener');
  if (credentials !== '') categories.push('content/url/credentials');
  if (host.endsWith('.onion')) categories.push('content/url/onion');
  if (collectors.test(host)) categories.push('content/url/collector');
  return categories;
}

/** Dotted, bracketed, or one number in any base: all lead to an address without a name. */
function isAddress(host: string): boolean {
  return /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\]|\d{8,10}|0x[0-9a-f]{1,8}|0[0-7]{3,12}(?:\.0?[0-7x]{1,4}){0,3})$/.test(
    host,
  );
}
