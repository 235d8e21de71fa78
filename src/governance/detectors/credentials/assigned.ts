/** Credentials without a mark of their own: a shape that means something only behind the provider's name. */

export type Assigned = {
  readonly name: string;
  readonly words: readonly string[];
  readonly shape: RegExp;
};

const alphabets: Readonly<Record<string, string>> = {
  w: '[A-Za-z0-9]',
  u: '[A-Za-z0-9_-]',
  h: '[0-9a-f]',
  x: '[0-9a-fA-F]',
  a: '[a-z0-9]',
  A: '[A-Z0-9]',
  b: '[A-Za-z0-9+/]',
  e: '[A-Za-z0-9+/=_-]',
};
const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** Name, the words in the variable that give it away (`|` between), the shape (alphabet and length; `uuid`). */
const table = `
adafruit_key adafruit|aio u32
adobe_client_id adobe h32
airtable_key airtable w17
algolia_key algolia a32
alibaba_secret_key alibaba|aliyun a30
amplitude_key amplitude h32
appveyor_token appveyor a20
asana_client_secret asana a32
assemblyai_key assemblyai h32
aws_secret_key aws b40
azure_devops_token devops|azdo|ado_pat w84
azure_devops_token devops|azdo|ado_pat a52
azure_storage_key azure|accountkey|storage e86-88
azure_openai_key azure|openai|cognitive w32
azure_client_secret azure|client u34-44
bitbucket_client_secret bitbucket u32-64
bittrex_key bittrex a32
brightdata_key brightdata w36
circleci_key circleci|circle h40
clarifai_key clarifai h32
clickhouse_key clickhouse u20-60
cloudflare_api_key cloudflare u37-40
cloudinary_secret cloudinary u27
codecov_key codecov a32
codeclimate_key codeclimate h64
cohere_key cohere|co_api w40
coinbase_key coinbase u16-64
coinmarketcap_key coinmarketcap|cmc uuid
confluent_key confluent w16
confluent_secret confluent b64
contentful_key contentful u43
datadog_key datadog|dd_api|dd_app h32
datadog_app_secret datadog|dd_app h40
deepgram_key deepgram h40
discord_client_secret discord u32
discord_client_id discord n18
droneci_key drone|droneci a32
dropbox_secret dropbox a15
elastic_key elastic|elasticsearch e40-80
etherscan_key etherscan A34
etsy_key etsy a24
facebook_secret facebook|fb h32
fastly_key fastly u32
finicity_key finicity h32
finnhub_key finnhub a20
firebase_key firebase u39
flickr_key flickr a32
freshbooks_key freshbooks h64
freshdesk_key freshdesk w20
gitter_key gitter u40
heroku_key heroku uuid
hetzner_token hetzner|hcloud w64
hunter_key hunter h40
ibm_cloud_key ibm u44
infura_key infura h32
intercom_key intercom e60
ipinfo_key ipinfo h14
jenkins_token jenkins h32-34
jira_token jira|atlassian|confluence w24
klaviyo_private_key klaviyo w34
kraken_key kraken e80-90
kucoin_key kucoin h24
kucoin_secret kucoin uuid
lastfm_key lastfm h32
line_secret line h32
linear_client_secret linear h32
linkedin_secret linkedin a16
linode_key linode h64
logzio_token logzio|logz w32
looker_secret looker a24
mailchimp_key mailchimp h32
mailjet_key mailjet h32
mattermost_token mattermost a26
messagebird_key messagebird|bird a25
microsoft_client_secret microsoft|msal|aad u34-44
mistral_key mistral w32
mixpanel_secret mixpanel h32
netlify_key netlify u40-46
newsapi_key newsapi h32
ngrok_key ngrok u40-50
npm_legacy_token npm|npmrc|authtoken uuid
nytimes_key nytimes|nyt w32
okta_key okta u42
openweather_key openweather|openweathermap|owm h32
opsgenie_key opsgenie uuid
pagerduty_key pagerduty|pd u20
paypal_secret paypal u80
pinterest_secret pinterest h40
plaid_secret plaid a30
plaid_client_id plaid a24
plivo_token plivo e40
postmark_token postmark uuid
privateai_key privateai a32
pusher_secret pusher h20
rapidapi_key rapidapi a50
recaptcha_secret recaptcha u40
reddit_secret reddit u27-30
rollbar_token rollbar h32
salesforce_secret salesforce h64
scaleway_key scaleway|scw uuid
sendbird_key sendbird h40
sendbird_id sendbird uuid
sentry_token sentry h64
shodan_key shodan w32
snyk_key snyk uuid
sonar_key sonar|sonarqube h40
spotify_secret spotify h32
square_secret_key square|squareup u43
squarespace_key squarespace uuid
sumologic_id sumo|sumologic w14
sumologic_key sumo|sumologic a64
telnyx_key telnyx u50-60
travisci_token travis|travisci a20-22
trello_key trello a32
trello_token trello h64
twilio_auth_token twilio h32
twitch_secret twitch a30
twitter_secret twitter w45-50
twitter_key twitter w25
twitter_access_token twitter e45-60
unsplash_key unsplash u43
upstash_key upstash e40-120
vercel_key vercel w24
virustotal_key virustotal|vt h64
vonage_secret vonage|nexmo w16
vultr_key vultr A36
wandb_key wandb h40
weaviate_key weaviate w40
yandex_key yandex u39
yandex_token yandex w58
youtube_key youtube u39
zendesk_secret zendesk a40
zoho_key zoho h32
zoom_secret zoom u32
`;

export const assigned: readonly Assigned[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', words = '', shape = ''] = line.split(' ');
    return { name, words: words.split('|'), shape: new RegExp(`^${toPattern(shape)}$`) };
  });

function toPattern(text: string): string {
  if (text === 'uuid') return uuid;
  const [, letter = 'w', least = '1', most] = /^([a-zA-Z])(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  const alphabet = letter === 'n' ? '[0-9]' : (alphabets[letter] ?? '[A-Za-z0-9]');
  return `${alphabet}{${least}${most === undefined ? '' : `,${most}`}}`;
}
