/** Credentials that no prefix marks, but the shape of the whole: where in it a mark stands, and how long it is. */

/** A length is enough to pass over nearly every run of a text. */
type Whole = {
  /** Behind `secret/`. */
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly shape: RegExp;
};

const wholes: readonly Whole[] = [
  { name: 'mailgun_api_key', least: 50, most: 50, shape: /^[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}$/ },
  { name: 'mailchimp_key', least: 36, most: 37, shape: /^[0-9a-f]{32}-us\d{1,2}$/ },
  { name: 'new_relic_license_key', least: 40, most: 40, shape: /^[0-9a-f]{36}NRAL$/ },
  {
    name: 'azure_client_secret',
    least: 36,
    most: 40,
    shape: /^[\w~.-]{3}\dQ~[\w~.-]{31,34}$/,
  },
  {
    name: 'azure_devops_token',
    least: 84,
    most: 84,
    shape: /^[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}$/,
  },
  {
    name: 'azure_openai_key',
    least: 84,
    most: 84,
    shape: /^[A-Za-z0-9]{52}JQQJ9[A-Za-z0-9]{27}$/,
  },
  {
    name: 'discord_bot_token',
    least: 57,
    most: 76,
    shape: /^[MNO][A-Za-z0-9]{23,27}\.[\w-]{6}\.[\w-]{27,40}$/,
  },
  {
    name: 'terraform_cloud_token',
    least: 80,
    most: 95,
    shape: /^[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}$/,
  },
  {
    name: 'rapidapi_key',
    least: 50,
    most: 51,
    shape: /^[a-z0-9]{10}msh[a-z0-9]{15}p1[a-z0-9]{6}jsn[a-z0-9]{11,12}$/,
  },
  {
    name: 'ngrok_key',
    least: 48,
    most: 49,
    shape: /^[123][A-Za-z0-9]{26}_[A-Za-z0-9]{20,21}$/,
  },
  {
    name: 'azure_storage_key',
    least: 88,
    most: 88,
    shape: /^[A-Za-z0-9+/]{76}\+ASt[A-Za-z0-9+/]{6}==$/,
  },
  {
    name: 'azure_cosmos_key',
    least: 88,
    most: 88,
    shape: /^[A-Za-z0-9+/]{76}ACDb[A-Za-z0-9+/]{6}==$/,
  },
  {
    name: 'azure_batch_key',
    least: 88,
    most: 88,
    shape: /^[A-Za-z0-9+/]{76}\+ABa[A-Za-z0-9+/]{6}==$/,
  },
  {
    name: 'azure_api_management_key',
    least: 88,
    most: 88,
    shape: /^[A-Za-z0-9+/]{76}APIM[A-Za-z0-9+/]{6}==$/,
  },
  {
    name: 'azure_bus_key',
    least: 44,
    most: 44,
    shape: /^[A-Za-z0-9+/]{33}(?:\+ASb|\+AEh|\+ARm|AIoT|AZEG)[A-Za-z0-9+/]{6}=$/,
  },
  {
    name: 'azure_redis_key',
    least: 44,
    most: 44,
    shape: /^[A-Za-z0-9+/]{33}AzCa[A-P][A-Za-z0-9+/]{5}=$/,
  },
  {
    name: 'azure_registry_key',
    least: 52,
    most: 52,
    shape: /^[A-Za-z0-9+/]{42}\+ACR[A-D][A-Za-z0-9+/]{5}$/,
  },
  {
    name: 'azure_search_key',
    least: 52,
    most: 52,
    shape: /^[A-Za-z0-9]{42}AzSe[A-D][A-Za-z0-9]{5}$/,
  },
  { name: 'azure_function_key', least: 56, most: 56, shape: /^[\w-]{44}AzFu[\w-]{5}[AQgw]==$/ },
  { name: 'maxmind_license', least: 40, most: 40, shape: /^[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk$/ },
];

const bySize: (Whole[] | undefined)[] = [];
for (const whole of wholes)
  for (let size = whole.least; size <= whole.most; size++) (bySize[size] ??= []).push(whole);

/** No whole is shorter. */
export const wholeMin = Math.min(...wholes.map(({ least }) => least));

export const wholeNames: readonly string[] = wholes.map(({ name }) => name);

/** Whose credential the run from `start` to `end` is, if it is one as it stands. */
export function nameOfWhole(text: string, start: number, end: number): string | undefined {
  const candidates = bySize[end - start];
  if (candidates === undefined) return undefined;
  const run = text.slice(start, end);
  return candidates.find(({ shape }) => shape.test(run))?.name;
}
