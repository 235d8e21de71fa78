/** Credentials of payment, banking, shops and shipping. */
import { formatsFrom } from './format.ts';

export const money = formatsFrom(`
stripe_secret_key sk_live_ w10-250
stripe_test_key sk_test_ w10-250
stripe_secret_key sk_prod_ w10-250
stripe_restricted_key rk_live_ w10-250
stripe_test_key rk_test_ w10-250
stripe_secret_key rk_prod_ w10-250
stripe_webhook_secret whsec_ e24-80
square_access_token EAAA u56-64
square_access_token sq0atp- u22
square_secret sq0csp- u43
square_client_id sq0idp- u22
shopify_access_token shpat_ x32
shopify_custom_app_token shpca_ x32
shopify_private_app_token shppa_ x32
shopify_shared_secret shpss_ x32
shopify_partner_token prtapi_ x32
razorpay_key rzp_live_ w14
razorpay_key rzp_test_ w14
paystack_secret_key sk_live_ h40
flutterwave_secret_key FLWSECK- h32 -X
flutterwave_secret_key FLWSECK_TEST- h32 -X
flutterwave_secret_key FLWSECK_TEST- x12-
flutterwave_public_key FLWPUBK_TEST- x12-
plaid_access_token access-sandbox- uuid
plaid_access_token access-development- uuid
plaid_access_token access-production- uuid
gocardless_token live_ u40
mollie_api_key live_ w30
mollie_api_key test_ w30
lob_api_key live_ h35
lob_api_key test_ h35
lob_publishable_key live_pub_ h31
lob_publishable_key test_pub_ h31
easypost_api_key EZAK w54
easypost_test_key EZTK w54
shippo_token shippo_live_ h40
shippo_token shippo_test_ h40
duffel_token duffel_live_ u43
duffel_token duffel_test_ u43
adyen_api_key AQE e60-
checkout_secret_key sk_sbox_ a26-30
paddle_api_key pdl_live_apikey_ a26 _ w22 _ w3
paddle_api_key pdl_sdbx_apikey_ a26 _ w22 _ w3
xendit_key xnd_production_ w40-
xendit_key xnd_development_ w40-
midtrans_server_key? Mid-server- u20-
stripe_secret_key sk_org_live_ w24-250
stripe_test_key sk_org_test_ w24-250
shopify_access_token shptka_ x32
mercadopago_token APP_USR- n14-18 - n6 - h32 - n5-12
mercury_token mercury_production_ t30-80
persona_api_key persona_production_ uuid
persona_api_key persona_sandbox_ uuid
gocardless_token sandbox_ u40
sumup_api_key sup_sk_ w32
brex_token bxt_ w36
ramp_secret ramp_sec_ w40-60
`);
