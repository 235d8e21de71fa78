/** Finds credentials in HTTP headers, on command lines and in files of logins. */
import { entropyOf, isPlaceholder, isWordy } from './credentials/placeholder.ts';
import type { Detector, Sighting } from './detector.ts';

type Form = {
  readonly category: string;
  readonly hint: RegExp;
  /** The first group is the credential. */
  readonly shape: RegExp;
  readonly check: (value: string) => boolean;
};

const forms: readonly Form[] = [
  {
    category: 'secret/basic_auth',
    hint: /\bBasic [A-Za-z0-9+/]{8}/,
    shape: /\bBasic\s{1,3}([A-Za-z0-9+/]{10,200}={0,2})(?![\w+/=])/g,
    check: isPair,
  },
  {
    category: 'secret/bearer_token',
    hint: /\bBearer /i,
    shape: /\bBearer\s{1,3}([A-Za-z0-9._~+/-]{20,2000}={0,2})(?![\w+/=])/gi,
    check: (value) => /\d/.test(value) && entropyOf(value) > 3.2 && !isWordy(value),
  },
  {
    category: 'secret/command_line_password',
    hint: /\b(?:curl|wget|mysql|psql|sshpass|smbclient|ldapsearch|redis-cli|mongosh?)\b/,
    shape:
      /\b(?:curl|wget|mysql|psql|sshpass|smbclient|ldapsearch|redis-cli|mongosh?)\b[^\n]{0,200}?\s(?:-u\s?["']?[\w.@+-]{1,64}:|--user[ =]["']?[\w.@+-]{1,64}:|-p(?=["']?[^\s"'-])["']?|--password[ =]["']?|-w ["']?|-a ["']?)([^\s"'$<{]{6,128})/g,
    check: (value) => /[\d\W]/.test(value) && !/^\d{1,5}(?:[:/]|$)|^[./~-]/.test(value),
  },
  {
    category: 'secret/login_file',
    hint: /\bmachine\s\S+\s+login\s/,
    shape:
      /\bmachine\s{1,4}\S{1,253}\s{1,4}login\s{1,4}\S{1,128}\s{1,4}password\s{1,4}(\S{4,128})/g,
    check: () => true,
  },
];

export const secretHeader: Detector = {
  name: 'secret-header',
  categories: forms.map((form) => form.category),
  find: (view) => {
    const found: Sighting[] = [];
    for (const { category, hint, shape, check } of forms) {
      if (!hint.test(view.text)) continue;
      for (const match of view.text.matchAll(shape)) {
        const value = match[1] ?? '';
        if (isPlaceholder(value) || !check(value)) continue;
        const end = match.index + match[0].length;
        const start = end - value.length;
        found.push({ category, severity: 'high', confidence: 0.85, start, end });
      }
    }
    return found;
  },
};

/** `user:password` in base64. */
function isPair(value: string): boolean {
  try {
    return /^[\x21-\x7e]+:[\x21-\x7e]{3,}$/.test(atob(value));
  } catch {
    return false;
  }
}
