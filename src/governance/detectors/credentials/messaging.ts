/** Credentials of mail, chat, telephony and social networks. */
import { formatsFrom } from './format.ts';

export const messaging = formatsFrom(`
slack_bot_token xoxb- u10-100
slack_user_token xoxp- u10-120
slack_user_token xoxe- u10-200
slack_user_token xoxe.xoxp- u10-200
slack_bot_token xoxe.xoxb- u10-200
slack_legacy_token xoxa- u10-120
slack_legacy_token xoxr- u10-120
slack_legacy_token xoxs- u10-120
slack_legacy_token xoxo- u10-120
slack_app_token xapp- n1 - A6-14 - n8-14 - a40-80
slack_app_token xapp- u20-
slack_session_token xoxc- u20-
slack_session_token xoxd- e20-
twilio_api_key SK h32
twilio_account_sid? AC h32
sendgrid_api_key SG. u22 . u43
mailgun_api_key key- h32
mailgun_public_key pubkey- h32
brevo_api_key xkeysib- h64 - w16
brevo_smtp_key xsmtpsib- h64 - w16
resend_api_key re_ u20-40
mailersend_token mlsn. h64
facebook_access_token EAACEdEose0cBA w20-
facebook_access_token EAAM w80-
facebook_access_token EAAC w80-
facebook_access_token EAA w80-
instagram_token IGQV u60-
instagram_token IGAA u60-
twitter_bearer_token AAAAAAAAAAAAAAAAAAAAA p50-
twitter_bearer_token AAAAAAAAAAAAAAAAAAAAA e50-
linkedin_client_secret WPL_AP1. w16 . e4-
linkedin_access_token? AQV u100-
pushbullet_token? o. w32
onesignal_api_key os_v2_app_ a100-
onesignal_api_key os_v2_org_ a100-
intercom_token dG9r e40-60
telnyx_api_key KEY01 A30 _ w22
slack_workflow_token xwfp- n8-14 - n8-14 - w20-40
mandrill_key? md- u22
smtp2go_api_key api- A32
courier_key pk_prod_ A28
courier_key pk_test_ A28
matrix_access_token syt_ e2-200 _ L20 _ w6
matrix_access_token mct_ w30 _ w6
matrix_refresh_token mcr_ w30 _ w6
ntfy_token tk_ a29
pinterest_token pina_ w60-120
pinterest_token pinr_ w60-
`);
