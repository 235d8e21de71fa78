/** Credentials of monitoring, identity, productivity and everything else that gives out keys with a mark on them. */
import { formatsFrom } from './format.ts';

export const products = formatsFrom(`
new_relic_user_key NRAK- A27
new_relic_insert_key NRII- u32
new_relic_browser_key NRJS- h19
grafana_service_account_token glsa_ w32 _ x8
grafana_cloud_token glc_ e32-400
grafana_api_key eyJrIjoi e70-400
sentry_org_token sntrys_ e80-
sentry_user_token sntryu_ h64
dynatrace_token dt0c01. A24 . A64
dynatrace_token dt0s01. A8 . A64
dynatrace_token dt0s16. A8 . A64
honeycomb_key hcaik_ w58
honeycomb_key hcbik_ w58
honeycomb_key hcalk_ w58
honeycomb_key hcxik_ w58
posthog_personal_key phx_ w40-50
posthog_secret_key phs_ w40-50
posthog_project_key phc_ w40-50
launchdarkly_key sdk- uuid
launchdarkly_key api- uuid
launchdarkly_key mob- uuid
segment_token sgp_ w60-64
mapbox_secret_token sk.eyJ e30- . u20-
mapbox_public_token pk.eyJ e30- . u20-
hubspot_token pat-na1- uuid
hubspot_token pat-na2- uuid
hubspot_token pat-eu1- uuid
hubspot_key CiRu e20-
airtable_token pat w14 . h64
notion_token ntn_ n11 w32-40
notion_token secret_ w43
linear_api_key lin_api_ w40
linear_oauth_token lin_oauth_ h64
asana_token 0/ h32
asana_token 2/ n16 / n16 : h32
clickup_token pk_ n6-12 _ A32
adafruit_key aio_ w28
onfido_token api_live. w10-24 . u30-44
onfido_token api_sandbox. w10-24 . u30-44
typeform_token tfp_ u40-64
dropbox_token sl. u130-
dropbox_token sl.u. u130-
contentful_token CFPAT- u43
contentful_token CFPAT_ u43
sanity_token skE w40-180
frame_io_token fio-u- e64
adobe_client_secret p8e- x32
okta_token 00 u40
stytch_secret secret-live- e36-48
stytch_secret secret-test- e36-48
statsig_key secret- w40-46
hcaptcha_secret ES_ h32
intra42_secret s-s4t2ud- h64
intra42_secret s-s4t2af- h64
beamer_token b_ e44
klaviyo_key pk_ h34
ory_token ory_at_ u40-
ory_token ory_pat_ w32
ory_token ory_st_ w32
retool_token retool_ w20-
cal_com_key cal_live_ h32
cal_com_key cal_ h32
dub_key dub_ w24
trigger_dev_key tr_prod_ w20-
trigger_dev_key tr_dev_ w20-
inngest_key signkey-prod- h64
inngest_key signkey-test- h64
svix_token sk_ u30- . us
svix_token testsk_ u30- . us
svix_token testsk_ u30- . eu
axiom_token xaat- uuid
axiom_token xapt- uuid
zuplo_api_key zpka_ h32 _ h8
unkey_root_key unkey_ w20-40
polar_token polar_oat_ w40-60
polar_token polar_pat_ w40-60
turnstile_secret_key 0x4AAAAAA u24-32
datadog_key ddapi_ w34
datadog_app_key ddapp_ w34
brave_search_key? BSA u24-40
databento_key? db- w29
stackhawk_key hawk. u20 . u20
dynatrace_token dt0s02. A8 . A64
dynatrace_token dt0s08. A8 . A64
honeycomb_key hcamk_ a26
pagerduty_token pdus+_ w7-12 _ uuid
pagerduty_token pdeu+_ w7-12 _ uuid
linear_webhook_secret lin_wh_ w40
polar_webhook_secret polar_whs_ w40-60
radar_secret_key prj_live_sk_ h40
radar_secret_key prj_test_sk_ h40
paseto_token v1.local. u60-
paseto_token v2.local. u60-
paseto_token v3.local. u60-
paseto_token v4.local. u60-
paseto_token v1.public. u100-
paseto_token v2.public. u100-
paseto_token v3.public. u100-
paseto_token v4.public. u100-
shortcut_token sct_rw_ a1-40 _ w30-60
instatus_key instatus_ h32
incident_io_key inc_ h64
wiz_secret wiz_ u60
`);
