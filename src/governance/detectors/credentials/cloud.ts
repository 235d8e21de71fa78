/** Credentials of clouds, hosting, databases and infrastructure. */
import { formatsFrom } from './format.ts';

export const cloud = formatsFrom(`
aws_access_key AKIA A16
aws_access_key ASIA A16
aws_access_key ABIA A16
aws_access_key ACCA A16
aws_access_key? A3T A17
aws_bedrock_api_key ABSK e100-300
aws_bedrock_api_key bedrock-api-key- e60-
aws_mws_token amzn.mws. uuid
aws_session_token IQoJb3JpZ2lu e100-
google_api_key AIza u35
google_oauth_token ya29. u50-
google_client_secret GOCSPX- u28
google_refresh_token 1//0 u38-120
alibaba_access_key LTAI w12-24
tencent_secret_id AKID w13-40
yandex_api_key AQVN u35-38
yandex_oauth_token y0_ u50-70
yandex_iam_token t1. u80-
yandex_cloud_key YC u38
digitalocean_token dop_v1_ h64
digitalocean_oauth_token doo_v1_ h64
digitalocean_refresh_token dor_v1_ h64
digitalocean_spaces_key? DO00 A16
heroku_api_key HRKU- u36-64
fly_access_token FlyV1 u20-
fly_access_token fo1_ u43
fly_access_token fm1r_ e60-
fly_access_token fm2_ e60-
render_api_key rnd_ w28-36
vercel_blob_token vercel_blob_rw_ w16-24 _ w28-40
vercel_token vcp_ w50-70
vercel_token vck_ w50-70
netlify_token nfp_ w36
netlify_token nfc_ w36
cloudflare_origin_ca_key v1.0- h24 - h146
supabase_token sbp_ h40
supabase_secret_key sb_secret_ u30-50
planetscale_token pscale_tkn_ t32-64
planetscale_password pscale_pw_ t32-64
planetscale_oauth_token pscale_oauth_ t32-64
neon_api_key napi_ a40-80
mongodb_atlas_key mdb_sa_sk_ u40-
databricks_token dapi h32 - n1
databricks_token dapi h32
databricks_token dkea h32
databricks_oauth_secret dose h32
hashicorp_vault_token hvs. u24-
hashicorp_vault_batch_token hvb. u90-
hashicorp_vault_recovery_token hvr. u24-
hashicorp_vault_token? s. w24
doppler_token dp.pt. w40-44
doppler_token dp.st. t40-64
doppler_token dp.ct. w40-44
doppler_token dp.sa. w40-44
doppler_token dp.scim. w40-44
doppler_token dp.audit. w40-44
pulumi_token pul- h40
infisical_token st. h24 . h32 . h32
onepassword_token ops_eyJ e200-
onepassword_secret_key A3- A6 - A6 - A5 - A5 - A5 - A5
tailscale_key tskey-auth- w8- - w16-
tailscale_key tskey-api- w8- - w16-
tailscale_key tskey-client- w8- - w16-
tailscale_key tskey- w8- - w16-
age_secret_key AGE-SECRET-KEY-1 A58
defined_networking_token dnkey- a26 - a52
scaleway_access_key? SCW A17
deno_deploy_token ddp_ w36
deno_deploy_token ddw_ w36
scalingo_token tk-us- u48
cockroach_api_key CCDB1_ w22 _ w40
aiven_token AVNS_ u17-
akamai_client_secret? akab- a16 - a16
openshift_token sha256~ u43
harness_token pat. u22 . h24 . w20
harness_token sat. u22 . h24 . w20
settlemint_token sm_aat_ w16
settlemint_token sm_pat_ w16
settlemint_token sm_sat_ w16
vercel_token vca_ w50-70
vercel_token vci_ w50-70
vercel_token vcr_ w50-70
cloudflare_token cfk_ w40-60
cloudflare_token cfut_ w40-60
cloudflare_token cfat_ w40-60
upcloud_token ucat_ w24-32
daytona_api_key dtn_ h64
val_town_token vtwn_ w24-40
volcengine_access_key AKLT w40-60
elastic_api_key essu_ e40-200
elastic_api_key essp_ e40-200
pangea_token pts_ a32
supabase_token sbp_v0_ h40
age_secret_key AGE-SECRET-KEY-PQ-1 A58
nats_seed SU B56
nats_seed SA B56
nats_seed SO B56
redpanda_secret? rpcld_ w30-60
aws_session_token FwoGZXIvYXdz e100-
confluent_secret cflt b60
clickhouse_secret 4b1d w38
xata_api_key xau_ w32-40
tailscale_key tskey-webhook- w8- - w16-
tailscale_key tskey-scim- w8- - w16-
netbird_token nbp_ w36
netlify_token nfo_ w36
netlify_token nfu_ w36
netlify_token nfb_ w36
neon_password? npg_ w12
tinybird_token p.eyJ e30- . u40-50
exoscale_access_key? EXO x24-26
depot_token depot_org_ h64
depot_token depot_project_ h64
kong_token kpat_ w40-60
kong_token spat_ w40-60
`);
