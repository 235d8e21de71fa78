/** Credentials with a mark that a sign cuts apart, so that no run of letters holds them. */

type Mark = {
  /** Behind `secret/`. */
  readonly name: string;
  /** What has to be in the text before anything is tried, the rarest first. */
  readonly hints: readonly string[];
  /** The whole. */
  readonly shape: RegExp;
  /** Where the shape alone tells too little: what has to stand before it. */
  readonly named?: RegExp;
};

export const marked: readonly Mark[] = [
  {
    name: 'telegram_bot_token',
    hints: [':AA'],
    shape: /(?<!\w)(?:bot)?\d{8,10}:AA[\w-]{33}(?!\w|-\w)/g,
  },
  {
    name: 'firebase_server_key',
    hints: [':', 'AAAA'],
    shape: /(?<!\w)AAAA[\w-]{7}:[\w-]{140}(?![\w-])/g,
  },
  {
    name: 'snowflake_token',
    hints: ['ver:1-hint:'],
    shape: /ver:\d-hint:\w{4,20}[\w+/=-]{30,400}/g,
  },
  {
    name: 'paypal_braintree_token',
    hints: ['$'],
    shape: /access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[0-9a-f]{32}/g,
  },
  {
    name: 'salesforce_token',
    hints: ['!', '00D'],
    shape: /(?<!\w)00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{80,120}(?!\w)/g,
  },
  {
    name: 'jetbrains_token',
    hints: ['perm:'],
    shape: /(?<!\w)perm:[\w=+/-]{8,80}\.[\w=+/-]{4,80}\.\w{20,80}(?!\w)/g,
  },
  {
    name: 'convex_key',
    hints: ['|', ':'],
    shape: /(?<!\w)(?:prod|dev):[a-z]{1,20}-[a-z]{1,20}-\d{1,4}\|[\w+/=-]{40,200}/g,
  },
  {
    name: 'unleash_token',
    hints: [':', '.'],
    shape: /(?<![\w*.:-])(?:\*|default):[a-z][\w-]{1,40}\.[0-9a-f]{56}(?:[0-9a-f]{8})?(?!\w)/g,
  },
  {
    name: 'unleash_token',
    hints: [':', '.'],
    shape: /(?<![\w*.:-])[\w-]{1,40}:[a-z][\w-]{1,40}\.[0-9a-f]{56}(?:[0-9a-f]{8})?(?!\w)/g,
    named: /unleash/i,
  },
  {
    name: 'laravel_token',
    hints: ['|'],
    // Letters of both cases and digits: elsewhere a bar has a number before it, and a sum or a word behind.
    shape:
      /(?<![\w|])\d{1,8}\|(?=[a-z\d]{0,39}[A-Z])(?=[A-Z\d]{0,39}[a-z])(?=[A-Za-z]{0,39}\d)[A-Za-z0-9]{40}(?:[A-Za-z0-9]{8})?(?!\w)/g,
  },
  {
    name: 'fal_key',
    hints: [':', '-'],
    shape: /(?<![\w-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9a-f]{32}(?![\w-])/g,
    named: /\bfal\b|fal[_.-]|key|token|secret|credential|auth/i,
  },
  {
    name: 'twitch_oauth_token',
    hints: ['oauth:'],
    shape: /(?<![\w.])oauth:(?=[a-z]{0,29}\d)[a-z0-9]{30}(?!\w)/g,
  },
  {
    name: 'bitwarden_token',
    hints: ['0.', ':'],
    shape:
      /(?<![\w.])0\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[A-Za-z0-9]{30}:[A-Za-z0-9+/]{22}==/g,
  },
  {
    name: 'v0_api_key',
    hints: ['v1:'],
    shape: /(?<![\w.])v1:[A-Za-z0-9]{24}:[A-Za-z0-9]{24}(?!\w)/g,
  },
  {
    name: 'dagster_token',
    hints: ['agent:'],
    shape: /(?<![\w.])agent:[a-z][a-z0-9-]{0,40}:[0-9a-f]{32}(?!\w)/g,
  },
  {
    name: 'fly_access_token',
    hints: ['FlyV1 '],
    shape: /(?<!\w)FlyV1 (?:fm1[ra]|fm2|fo1)_[\w+/=,-]{60,2000}/g,
  },
  {
    name: 'authress_key',
    hints: ['.acc'],
    shape:
      /(?<![\w.])(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[\w+/=-]{30,120}/g,
  },
  {
    name: 'password_hash',
    hints: ['$2'],
    shape: /\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}(?![./A-Za-z0-9])/g,
  },
  {
    name: 'password_hash',
    hints: ['$argon2'],
    shape:
      /\$argon2(?:id|i|d)\$(?:v=\d{1,3}\$)?m=\d{1,9},t=\d{1,6},p=\d{1,4}\$[A-Za-z0-9+/]{8,88}\$[A-Za-z0-9+/]{16,172}/g,
  },
  {
    name: 'password_hash',
    hints: ['$5$'],
    shape: /\$5\$(?:rounds=\d{1,9}\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{43}(?![./A-Za-z0-9])/g,
  },
  {
    name: 'password_hash',
    hints: ['$6$'],
    shape: /\$6\$(?:rounds=\d{1,9}\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{86}(?![./A-Za-z0-9])/g,
  },
  {
    name: 'password_hash',
    hints: ['$1$'],
    shape: /\$1\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}(?![./A-Za-z0-9])/g,
  },
  {
    name: 'password_hash',
    hints: ['$apr1$'],
    shape: /\$apr1\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}(?![./A-Za-z0-9])/g,
  },
  {
    name: 'password_hash',
    hints: ['$y$'],
    shape: /\$y\$[./A-Za-z0-9]{2,8}\$[./A-Za-z0-9]{1,86}\$[./A-Za-z0-9]{43}(?![./A-Za-z0-9])/g,
  },
  {
    name: 'password_hash',
    hints: ['pbkdf2_sha'],
    shape: /pbkdf2_sha\d{1,3}\$\d{1,9}\$[A-Za-z0-9]{1,64}\$[A-Za-z0-9+/]{20,128}={0,2}/g,
  },
  {
    name: 'password_hash',
    hints: ['SHA', '}'],
    shape: /\{(?:SSHA|SHA)(?:256|384|512)?\}[A-Za-z0-9+/]{26,130}={0,2}(?![\w+/=])/g,
  },
  {
    name: 'asana_token',
    hints: ['/', ':', '1/'],
    shape: /(?<![\w/])1\/\d{16}:[0-9a-f]{32}(?!\w)/g,
  },
  {
    name: 'telegram_bot_token',
    hints: [':A'],
    shape: /(?<!\w)\d{5,16}:A[\w-]{34}(?!\w|-\w)/g,
    named: /telegr/i,
  },
  {
    name: 'facebook_app_token',
    hints: ['|'],
    shape: /(?<!\w)\d{15,17}\|[\w-]{27,40}(?![\w-])/g,
    named: /facebook|fb[_.-]|access_token|graph\./i,
  },
  {
    name: 'dropbox_token',
    hints: ['AAAAAAAAAA'],
    shape: /(?<![\w-])[A-Za-z0-9]{11}A{10}[\w=-]{43}(?![\w-])/g,
    named: /dropbox/i,
  },
  {
    name: 'bundler_credential',
    hints: ['__', ':'],
    shape: /(?<!\w)[0-9a-f]{8}:[0-9a-f]{8}(?!\w)/g,
    named: /contribsys__com|bundle_\w{1,60}/i,
  },
];

const nameReach = 64;

export function isNamed(text: string, start: number, named: RegExp): boolean {
  return named.test(text.slice(Math.max(0, start - nameReach), start));
}
