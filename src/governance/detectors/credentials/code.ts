/** Credentials of code hosting, package registries and build servers. */
import { formatsFrom } from './format.ts';

export const code = formatsFrom(`
github_token ghp_ w36
github_oauth_token gho_ w36
github_app_token ghu_ w36
github_app_token ghs_ w36
github_refresh_token ghr_ w36-76
github_fine_grained_token github_pat_ w22 _ w59
github_fine_grained_token github_pat_ u82
gitlab_token glpat- u20
gitlab_token glpat- u27-300 . a2 . a9
gitlab_token glpat- u27-300 . a9
gitlab_deploy_token gldt- u20
gitlab_runner_token glrt- u20
gitlab_runner_token glrt- u27-300 . a2 . a9
gitlab_runner_token glrtr- u20
gitlab_runner_registration_token GR1348941 u20
gitlab_job_token glcbt- x1-5 _ u20
gitlab_trigger_token glptt- h40
gitlab_feed_token glft- u20
gitlab_feed_token feed_token- u20
gitlab_scim_token glsoat- u20
gitlab_mail_token glimt- u25
gitlab_agent_token glagent- u50
gitlab_feature_flag_token glffct- u20
gitlab_oauth_secret gloas- u64
gitlab_session gitlab_session= a32
bitbucket_app_password ATBB w32
atlassian_api_token ATATT3 e180-220
atlassian_api_token ATCTT3 e180-220
atlassian_api_token ATSTT3 e180-220
npm_token npm_ w36
pypi_token pypi-AgEIcHlwaS5vcmc u50-
pypi_token pypi-AgENdGVzdC5weXBpLm9yZw u50-
rubygems_token rubygems_ h48
nuget_api_key oy2 a43
crates_token cio w32
clojars_token CLOJARS_ a60
docker_hub_token dckr_pat_ u27
docker_hub_token dckr_oat_ u32
packagist_token packagist_uut_ h68
packagist_token packagist_ort_ h68
packagist_token packagist_ack_ h68
jfrog_api_key AKCp w69
jfrog_reference_token cmVmd w59
artifactory_token AKC w10-80
sonar_token sqp_ h40
sonar_token squ_ h40
sonar_token sqa_ h40
snyk_token snyk_uat. a8 . e38-
openvsx_token ovsxp_ uuid
openvsx_token ovsxat_ uuid
infracost_api_key ico- w32
endor_key endr+ u16
sourcegraph_token sgp_ h40
sourcegraph_token sgp_ w16 _ h40
sourcegraph_token slk_ h64
circleci_token CCIPAT_ w22 _ h40
circleci_project_token CCIPRJ_ w22 _ h40
buildkite_token bkua_ h40
octopus_api_key API- A26
postman_api_key PMAK- h24 - h34
readme_api_key rdme_ a70
wakatime_key waka_ uuid
prefect_key pnu_ a36
prefect_key pnb_ a36
dbt_token dbtc_ u30-
dbt_token dbtu_ u30-
thunderstore_token tss_ w32
lichess_token lip_ w20
figma_token figd_ u40
figma_token figo_ u40
figma_token figu_ u40
ionic_token ion_ a42
localstack_token ls- L4 w4 - w4 - w4 - w4 - w12
gitlab_workspace_token glwt- u20-40
gitlab_workspace_token gloagent- u20-60
buildkite_token bkct_ w40-60
buildkite_token bkaj_ w40-
bitrise_token bitpat_ u60-100
aikido_token AIK_CI_ w20-44
aikido_secret AIK_SECRET_ w64
dependency_track_key odt_ w32
configcat_sdk_key configcat-sdk-1/ u22 / u22
atlassian_oauth_token ATOA w60-120
postman_collection_key PMAT- A26
canva_secret cnvca u51
samsara_token samsara_api_ w30-40
rootly_token rootly_ h64
arcjet_key ajkey_ a26
devcycle_server_key dvc_server_ u30-60
github_app_token ghs_ n1-12 _eyJ u10- . u40-4000 . u40-
jetbrains_token perm- e4-80 . e4-80 . u20-80
trello_token ATTA x72
chromatic_token chpt_ h15
socket_token sktsec_ u30-60 _api
jsr_token jsrp_ w32-60
jsr_token jsrd_ w32-60
riot_api_key RGAPI- uuid
growthbook_key secret_admin_ u20-60
growthbook_key secret_user_ u20-60
growthbook_key secret_readonly_ u20-60
permit_key permit_key_ w60-100
`);
