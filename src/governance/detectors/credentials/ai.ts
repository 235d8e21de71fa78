/** Credentials of model providers and of the tools around them. */
import { formatsFrom } from './format.ts';

export const ai = formatsFrom(`
openai_api_key sk-proj- u40-200
openai_api_key sk-svcacct- u40-200
openai_api_key sk-admin- u40-200
openai_api_key sk-None- u40-200
openai_api_key sk- w20 T3BlbkFJ w20
openai_api_key sk- w48
anthropic_api_key sk-ant-api03- u80-110
anthropic_admin_key sk-ant-admin01- u80-110
anthropic_oauth_token sk-ant-oat01- u80-110
anthropic_session_key sk-ant-sid01- u80-120
anthropic_api_key sk-ant- u30-
openrouter_api_key sk-or-v1- h64
openrouter_api_key sk-or- u40-
langfuse_secret_key sk-lf- uuid
helicone_api_key sk-helicone- u20-
deepseek_api_key sk- h32
generic_sk_api_key sk- u32-120
elevenlabs_api_key sk_ h48
huggingface_token hf_ L34
huggingface_token hf_ w34-40
huggingface_org_token api_org_ L34
groq_api_key gsk_ w48-56
xai_api_key xai- w70-90
perplexity_api_key pplx- w40-64
replicate_token r8_ w37-40
fireworks_api_key fw_ w20-40
together_api_key tgp_v1_ u40-
cerebras_api_key csk- w40-64
nvidia_api_key nvapi- u60-80
voyage_api_key pa- u43
llamacloud_api_key llx- w40-60
jina_api_key jina_ u50-80
pinecone_api_key pcsk_ w4-8 _ w50-80
langsmith_key lsv2_pt_ h32 _ h10
langsmith_key lsv2_sk_ h32 _ h10
langsmith_key ls__ h32
wandb_api_key wandb_v1_ u40-120
tavily_api_key tvly- u20-60
e2b_api_key e2b_ h40
firecrawl_api_key fc- h32
friendli_token flp_ w46
runpod_api_key rpa_ A30-50
modal_token ak- w22
browserbase_api_key bb_live_ u27
mem0_api_key m0- w40
modal_token as- w22
cursor_api_key key_ h64
cursor_api_key crsr_ h64
apify_token apify_api_ w36
minimax_api_key sk-api- u100-140
kimi_api_key sk-kimi- w40-80
devin_api_key apk_user_ b120-180
devin_api_key apk_ b80-110
devin_api_key cog_ a52
cartesia_api_key sk_car_ w20-30
logfire_token pylf_v1_us_ w40-50
logfire_token pylf_v1_eu_ w40-50
huggingface_oauth_token hf_oauth_ t60-
huggingface_token hf_app_ w34-40
google_auth_key AQ. u48-60
anthropic_oauth_token sk-ant-ort01- u80-110
litellm_key? sk- u22
promptlayer_key pl_ h32
anyscale_token aph0_ w60-
anyscale_key esecret_ a26
novita_api_key sk_ u43
nomic_api_key nk- u43
chroma_api_key ck- w44
retell_api_key key_ h28
runway_api_key key_ h128
openpipe_key opk_ h42
photoroom_key sk_pr_ l4-12 _ h40
scrapfly_key scp-live- h32
scrapfly_key scp-test- h32
warp_api_key wk- h64
lambda_api_key secret_ a1-40 _ h32 . w32
zep_api_key z_1dWlk w20-80 . u40-200
hyperbrowser_key hb_ h28
composio_key? ak_ w20
`);
