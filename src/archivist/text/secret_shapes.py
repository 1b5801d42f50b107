"""Keys known by their shape, as a table: what they are called, the letters that give them away, how they go on.

The shapes are the issuers' own (prefix, alphabet, length), written anew from their documentation and from what public
scanners look for; no other scanner's rule text is copied. A new key form is one line here and one in the tests.

`hints` are looked for first, in lower case and without a regular expression; only where one stands is `pattern` tried,
`back` characters before it. A pattern is case-sensitive, and a letter or digit just before it rules a match out.
"""

from typing import NamedTuple


class Shape(NamedTuple):
    """One form of key."""

    kind: str
    hints: tuple[str, ...]
    pattern: str
    back: int = 0
    placeholders: bool = True  # False: a run of one letter may stand in a key of this form


_end = r"(?![A-Za-z0-9_])"
_digit = r"(?=[A-Za-z_-]{0,40}\d)"  # a digit soon: words joined by hyphens have none

SHAPES: tuple[Shape, ...] = (
    # Language models
    Shape("anthropic_key", ("sk-ant-",), r"sk-ant-[a-z]{2,8}\d{2}-[\w-]{24,}"),
    Shape("openai_key", ("sk-proj-", "sk-svcacct-", "sk-admin-", "sk-none-"), rf"sk-[A-Za-z]+-{_digit}[\w-]{{20,}}"),
    Shape("openai_key", ("t3blbkfj",), r"sk-[\w-]{20,80}T3BlbkFJ[\w-]{20,}", back=100),
    Shape("openrouter_key", ("sk-or-",), r"sk-or-v1-[0-9a-f]{48,}"),
    Shape("langfuse_key", ("sk-lf-",), r"sk-lf-[0-9a-f]{8}-[0-9a-f-]{27}"),
    Shape("model_key", ("sk-",), rf"sk-(?=[A-Za-z]{{0,40}}\d)(?=\d{{0,20}}[A-Za-z])[A-Za-z0-9]{{28,64}}{_end}"),
    Shape("groq_key", ("gsk_",), rf"gsk_[A-Za-z0-9]{{40,}}{_end}"),
    Shape("xai_key", ("xai-",), rf"xai-[A-Za-z0-9]{{60,}}{_end}"),
    Shape("perplexity_key", ("pplx-",), rf"pplx-[A-Za-z0-9]{{40,}}{_end}"),
    Shape("huggingface_token", ("hf_",), rf"hf_[A-Za-z]{{34}}{_end}"),
    Shape("huggingface_token", ("api_org_",), rf"api_org_[A-Za-z]{{34}}{_end}"),
    Shape("replicate_token", ("r8_",), rf"r8_[A-Za-z0-9]{{36,}}{_end}"),
    Shape("together_key", ("tgp_v1_",), r"tgp_v1_[\w-]{40,}"),
    Shape("llamaindex_key", ("llx-",), r"llx-[\w-]{40,}"),
    Shape("langsmith_key", ("lsv2_",), r"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{8,}"),
    Shape("nvidia_key", ("nvapi-",), r"nvapi-[\w-]{40,}"),
    Shape("tavily_key", ("tvly-",), rf"tvly-(?:dev-|prod-)?{_digit}[\w-]{{24,}}"),
    Shape("jina_key", ("jina_",), r"jina_[0-9a-f]{32}[\w-]{20,}"),
    Shape("fireworks_key", ("fw_",), rf"fw_(?=[A-Za-z]{{0,20}}\d)[A-Za-z0-9]{{22,24}}{_end}"),
    # Code hosting, packages, building
    Shape("github_token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), rf"gh[pousr]_[A-Za-z0-9]{{36,}}{_end}"),
    Shape("github_token", ("github_pat_",), r"github_pat_\w{36,}"),
    Shape(
        "gitlab_token",
        ("glpat-", "gldt-", "glrt-", "glrtr-", "glcbt-", "glptt-", "glft-", "glsoat-", "glffct-"),
        r"gl[a-z]{2,4}-(?=[\w-]{0,30}\d)(?:[\w-]{18,40}(?![\w-])|[\w-]{41,300}\.[0-9a-z]{2}\.[0-9a-z]{7,9})",
    ),
    Shape(
        "gitlab_token",
        ("glimt-", "glagent-", "gloas-"),
        r"gl(?:imt-[\w-]{25}|agent-[\w-]{50}|oas-[0-9a-f]{64})(?![\w-])",
    ),
    Shape("gitlab_token", ("_gitlab_session=",), r"_gitlab_session=[0-9a-z]{32}"),
    Shape("gitlab_token", ("gr1348941",), r"GR1348941(?=[\w-]*[A-Za-z])[\w-]{20}(?![\w-])"),
    Shape("bitbucket_password", ("atbb",), rf"ATBB[A-Za-z0-9_=.-]{{28,}}{_end}"),
    Shape("atlassian_token", ("atatt3", "atctt3"), r"AT[AC]TT3[\w=-]{60,}"),
    Shape("npm_token", ("npm_",), rf"npm_[A-Za-z0-9]{{36}}{_end}"),
    Shape("pypi_token", ("pypi-age",), r"pypi-AgE[\w-]{50,}"),
    Shape("rubygems_key", ("rubygems_",), rf"rubygems_[0-9a-f]{{48}}{_end}"),
    Shape("nuget_key", ("oy2",), rf"oy2[a-z0-9]{{43}}{_end}"),
    Shape("clojars_token", ("clojars_",), rf"CLOJARS_[a-z0-9]{{60}}{_end}"),
    Shape("docker_token", ("dckr_pat_", "dckr_oat_"), rf"dckr_[po]at_{_digit}[\w-]{{24,}}"),
    Shape("docker_token", ("swmtkn-",), r"SWMTKN-\d-[0-9a-z]{40,}-[0-9a-z]{20,}"),
    Shape("artifactory_key", ("akcp",), rf"AKCp[1-9A-HJ-NP-Za-km-z]{{69}}{_end}"),
    Shape("artifactory_key", ("cmvmdgtuoj",), rf"cmVmdGtuOj[A-Za-z0-9]{{54}}{_end}"),
    Shape(
        "artifactory_key",
        ("akc", *(f"ap{sign}" for sign in "0123456789abcdef")),
        r"(?<![^\s=:\"'])A(?:KC|P[0-9A-F])(?=[A-Za-z0-9]{0,80}[a-z0-9])[A-Za-z0-9]{10,64}(?![^\s\"'])",
        placeholders=False,
    ),
    Shape("sonar_token", ("squ_", "sqp_", "sqa_"), rf"sq[upa]_[A-Za-z0-9]{{38,}}{_end}"),
    Shape("sourcegraph_token", ("sgp_",), rf"sgp_(?:(?:[0-9a-fA-F]{{16}}|local)_)?[0-9a-fA-F]{{40}}{_end}"),
    Shape("snyk_token", ("snyk_",), r"snyk_(?:uat|sat)\.[0-9a-f]{8}\.[\w-]{60,}"),
    Shape("octopus_key", ("api-",), rf"API-(?=[A-Z]{{0,26}}\d)(?=[0-9A-F]{{0,26}}[G-Z])[A-Z0-9]{{25,26}}{_end}"),
    Shape("buildkite_token", ("bkua_",), rf"bkua_[0-9a-f]{{40}}{_end}"),
    Shape("circleci_token", ("ccipat_",), r"CCIPAT_\w{40,}"),
    Shape("harness_key", ("pat.", "sat."), r"[ps]at\.[\w-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}"),
    Shape("pulumi_token", ("pul-",), rf"pul-[0-9a-f]{{40}}{_end}"),
    Shape("terraform_token", (".atlasv1.",), r"[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,}", back=14),
    Shape("vault_token", ("hvs.", "hvb.", "hvr."), r"hv[sbr]\.[\w-]{24,}"),
    Shape("doppler_token", ("dp.",), r"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,}"),
    Shape("infracost_key", ("ico-",), rf"ico-(?=[a-z0-9]{{0,30}}[A-Z])[A-Za-z0-9]{{32}}{_end}"),
    Shape("onepassword_key", ("ops_eyj",), r"ops_eyJ[\w+/-]{80,}"),
    Shape("onepassword_key", ("a3-",), r"A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}"),
    # Clouds
    Shape(
        "aws_access_key",
        ("akia", "asia", "abia", "acca", "a3t"),
        rf"(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])(?![A-Z0-9]{{0,12}}EXAMPLE)[A-Z0-9]{{16}}{_end}",
        placeholders=False,
    ),
    Shape("aws_bedrock_key", ("absk",), r"ABSK(?=[^\d]{0,60}\d)[A-Za-z0-9+/]{90,}={0,2}"),
    Shape("aws_bedrock_key", ("bedrock-api-key-",), r"bedrock-api-key-[A-Za-z0-9+/=]{32,}"),
    Shape("aws_appsync_key", ("da2-",), rf"da2-[a-z0-9]{{26}}{_end}"),
    Shape("google_key", ("aiza",), r"AIza[\w-]{35}(?![\w-])"),
    Shape("google_key", ("aq.ab",), r"AQ\.Ab[\w-]{40,}"),
    Shape("google_token", ("ya29.",), r"ya29\.[\w-]{24,}"),
    Shape("google_client_secret", ("gocspx-",), r"GOCSPX-[\w-]{24,}"),
    Shape("google_refresh_token", ("1//0",), r"1//0[\w-]{40,}"),
    Shape("azure_client_secret", ("q~",), r"[\w~.-]{3}\dQ~(?!x{6})[\w~.-]{31,34}(?![\w~-])", back=4),
    Shape("azure_storage_key", ("accountkey=",), r"AccountKey=[A-Za-z0-9+/]{80,}={0,2}"),
    Shape("azure_signature", ("sig=",), r"sig=[A-Za-z0-9%+/]{40,}(?:%3[dD]|=)"),
    Shape("alibaba_key", ("ltai",), rf"LTAI(?=[A-Za-z]{{0,20}}\d)[A-Za-z0-9]{{12,26}}{_end}"),
    Shape("tencent_key", ("akid",), rf"AKID(?=[A-Za-z]{{0,20}}\d)[A-Za-z0-9]{{16,40}}{_end}"),
    Shape("baidu_key", ("altak-", "altak"), rf"ALTAK-?(?=[A-Za-z]{{0,20}}\d)[A-Za-z0-9]{{16,32}}{_end}"),
    Shape("baidu_key", ("bce-v3/",), r"bce-v3/ALTAK-[A-Za-z0-9]{12,}/[0-9a-f]{32,}"),
    Shape("volcano_key", ("aklt",), r"AKLT(?=[A-Za-z]{0,20}\d)[\w-]{20,}={0,2}"),
    Shape("ibm_key", ("apikey-",), r"ApiKey-[0-9a-f]{8}-[0-9a-f-]{27}"),
    Shape("digitalocean_token", ("dop_v1_", "doo_v1_", "dor_v1_"), rf"do[opr]_v1_[0-9a-f]{{64}}{_end}"),
    Shape("cloudflare_token", ("cfat_", "cfut_", "cfk_"), rf"cf(?:[au]t|k)_[A-Za-z0-9]{{40,}}{_end}"),
    Shape("cloudflare_key", ("v1.0-",), rf"v1\.0-[0-9a-f]{{24}}-[0-9a-f]{{146}}{_end}"),
    Shape("heroku_key", ("hrku-",), r"HRKU-[\w-]{36,}"),
    Shape("netlify_token", ("nfp_", "nfc_", "nfo_", "nfu_"), rf"nf[pcoub]_[A-Za-z0-9]{{36,}}{_end}"),
    Shape("flyio_token", ("fo1_",), rf"fo1_(?=[\w-]{{0,43}}\d)[\w-]{{43}}{_end}"),
    Shape("flyio_token", ("fm1r_", "fm1a_", "fm2_"), r"fm(?:1[ar]|2)_[A-Za-z0-9+/=]{60,}"),
    Shape("vercel_token", ("vcp_", "vci_", "vca_", "vcr_", "vck_"), rf"vc[piark]_[A-Za-z0-9]{{24,}}{_end}"),
    Shape("vercel_token", ("vercel_blob_rw_",), r"vercel_blob_rw_[\w-]{24,}"),
    Shape("planetscale_token", ("pscale_",), r"pscale_(?:tkn|oauth|pw)_[\w.=-]{32,}"),
    Shape("supabase_key", ("sbp_",), rf"sbp_(?:v\d_)?[0-9a-f]{{40}}{_end}"),
    Shape("supabase_key", ("sb_secret_",), r"sb_secret_[\w-]{24,}"),
    Shape("databricks_token", ("dapi",), r"dapi[0-9a-f]{32}(?:-\d)?"),
    Shape("openshift_token", ("sha256~",), r"sha256~(?![A-Z_]{9})[\w-]{43}"),
    Shape("clickhouse_key", ("4b1d",), rf"4b1d[A-Za-z0-9]{{38}}{_end}"),
    Shape("akamai_key", ("akab-",), r"akab-[a-z0-9]{16}-[a-z0-9]{16}"),
    Shape("yandex_key", ("aqvn",), rf"AQVN[\w-]{{35,38}}{_end}"),
    Shape("yandex_token", ("t1.",), r"t1\.[A-Z0-9a-z_-]+={0,2}\.[A-Z0-9a-z_-]{86}={0,2}"),
    # Messages, pay, watching, work
    Shape("slack_token", ("xox",), r"xox[abceoprs](?:\.xox[a-z])?-(?=[\w-]{0,40}\d)[\w%+/=-]{14,}"),
    Shape("slack_token", ("xapp-",), r"xapp-\d-[A-Z0-9]+-\d+-[0-9a-z]{32,}"),
    Shape(
        "slack_webhook",
        ("hooks.slack.com/",),
        r"hooks\.slack\.com/(?:services|workflows|triggers)/[A-Z]\w{5,}/[\w/]{24,}",
    ),
    Shape("discord_webhook", ("/api/webhooks/",), r"/api/webhooks/\d{15,}/[\w-]{40,}"),
    Shape("teams_webhook", (".webhook.office.com/",), r"\.webhook\.office\.com/webhookb?\d?/[0-9a-f-]{36}@[\w/-]{40,}"),
    Shape("feishu_webhook", ("/open-apis/bot/",), r"/open-apis/bot/(?:v2/)?hook/[0-9a-f]{8}-[0-9a-f-]{27}"),
    Shape("wecom_webhook", ("/cgi-bin/webhook/send?key=",), r"/cgi-bin/webhook/send\?key=[0-9a-f]{8}-[0-9a-f-]{27}"),
    Shape("dingtalk_webhook", ("/robot/send?access_token=",), r"/robot/send\?access_token=[0-9a-f]{40,}"),
    Shape("telegram_token", (":aa",), r"\d{8,10}:AA[\w-]{32,33}(?![\w-])", back=10),
    Shape(
        "stripe_key", ("k_live_", "k_test_", "k_prod_"), rf"[sr]k_(?:live|test|prod)_[A-Za-z0-9]{{10,}}{_end}", back=1
    ),
    Shape("webhook_secret", ("whsec_",), r"whsec_[A-Za-z0-9+/=]{24,}"),
    Shape("square_token", ("sq0atp-", "sq0csp-"), r"sq0(?:atp|csp)-[\w-]{20,}"),
    Shape("square_token", ("eaaa",), rf"EAAA[\w-]{{56,}}{_end}"),
    Shape("facebook_token", ("eaac", "eaam"), rf"EAA[CM][A-Za-z0-9]{{60,}}{_end}"),
    Shape("paypal_token", ("access_token$",), r"access_token\$(?:production|sandbox)\$[0-9a-z]{12,}\$[0-9a-f]{32}"),
    Shape("shopify_token", ("shpat_", "shpca_", "shppa_", "shpss_"), rf"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{{32}}{_end}"),
    Shape("flutterwave_key", ("flwseck",), r"FLWSECK(?:_TEST)?-[0-9a-hA-H]{12,}"),
    Shape("easypost_key", ("ezak", "eztk"), rf"EZ[AT]K[A-Za-z0-9]{{54}}{_end}"),
    Shape("plaid_token", ("access-",), r"access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f-]{27}"),
    Shape("shippo_token", ("shippo_",), rf"shippo_(?:live|test)_[0-9a-fA-F]{{40}}{_end}"),
    Shape("duffel_token", ("duffel_",), r"duffel_(?:live|test)_[\w=-]{40,}"),
    Shape("sendgrid_key", ("sg.",), r"SG\.[\w-]{16,}\.[\w-]{16,}"),
    Shape("mailgun_key", ("key-",), rf"key-(?=[a-f]{{0,30}}\d)[0-9a-f]{{32}}{_end}"),
    Shape("mailchimp_key", ("-us",), rf"[0-9A-Za-z]{{32}}-us\d{{1,2}}{_end}", back=32),
    Shape("brevo_key", ("xkeysib-", "xsmtpsib-"), r"x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}"),
    Shape("twitter_token", ("aaaaaaaaaaaaaaaaaaaa",), r"A{18,}[A-Za-z0-9%=+/]{40,}", placeholders=False),
    Shape("linear_key", ("lin_api_", "lin_oauth_"), rf"lin_(?:api|oauth)_[A-Za-z0-9]{{40,}}{_end}"),
    Shape("notion_token", ("ntn_",), rf"ntn_[A-Za-z0-9]{{40,}}{_end}"),
    Shape("notion_token", ("secret_",), rf"secret_(?=[A-Za-z]{{0,40}}\d)[A-Za-z0-9]{{43}}{_end}"),
    Shape("figma_token", ("figd_", "figo_"), r"fig[do]_[\w-]{40,}"),
    Shape("hubspot_token", ("pat-",), r"pat-(?:na|eu|ap)\d-[0-9a-f]{8}-[0-9a-f-]{27}"),
    Shape("dropbox_token", ("sl.",), r"sl\.(?:[bu]\.)?[\w-]{120,}"),
    Shape(
        "dropbox_token", ("aaaaaaaaaa",), rf"[A-Za-z0-9]{{11}}A{{10}}[\w=-]{{43}}{_end}", back=11, placeholders=False
    ),
    Shape("contentful_token", ("cfpat-",), r"CFPAT-[\w-]{40,}"),
    Shape("maxmind_key", ("_mmk",), r"[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk", back=37),
    Shape("settlemint_token", ("sm_aat_", "sm_pat_", "sm_sat_"), rf"sm_[aps]at_[A-Za-z0-9]{{16}}{_end}"),
    Shape("defined_key", ("dnkey-",), r"dnkey-[\w=-]{26}-[\w=-]{52}"),
    Shape("readme_key", ("rdme_",), rf"rdme_[a-z0-9]{{70}}{_end}"),
    Shape("typeform_token", ("tfp_",), r"tfp_[\w-]{40,}"),
    Shape("postman_key", ("pmak-",), r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    Shape("postman_key", ("pmat-",), rf"PMAT-[A-Z0-9]{{26}}{_end}"),
    Shape("posthog_key", ("phx_", "phs_", "pha_", "phr_"), rf"ph[xsar]_[A-Za-z0-9]{{40,}}{_end}"),
    Shape("grafana_token", ("glc_", "glsa_"), r"gl(?:c_[A-Za-z0-9+/]{30,}={0,2}|sa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8})"),
    Shape("grafana_token", ("eyjrijoi",), r"eyJrIjoi[\w+/-]{60,}={0,2}"),
    Shape("newrelic_key", ("nrak-",), rf"NRAK-[A-Z0-9]{{27}}{_end}"),
    Shape(
        "newrelic_key",
        ("nrii-", "nrjs-", "nrbr-", "nrsp-", "nrra-"),
        r"NR(?:II|JS|BR|SP|RA)-(?=[\w-]{0,30}\d)[\w-]{19,}",
    ),
    Shape("sentry_token", ("sntrys_", "sntryu_"), r"sntry[su]_(?:eyJ[\w+/=-]{40,}|[0-9a-f]{64})"),
    Shape("dynatrace_token", ("dt0",), r"dt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    Shape("prefect_key", ("pnu_",), rf"pnu_[A-Za-z0-9]{{36}}{_end}"),
    Shape(
        "launchdarkly_key",
        ("api-", "sdk-"),
        r"(?:api|sdk)-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}",
    ),
    Shape("scalingo_token", ("tk-us-",), r"tk-us-[\w-]{48}"),
    Shape("frameio_token", ("fio-u-",), r"fio-u-[\w=-]{64}"),
    Shape("intra42_secret", ("s-s4t2",), r"s-s4t2(?:ud|af)-[0-9a-f]{64}"),
    Shape("adobe_client_secret", ("p8e-",), rf"p8e-[A-Za-z0-9]{{32}}{_end}"),
    Shape("wundergraph_key", ("cosmo_",), rf"cosmo_[0-9a-f]{{32}}{_end}"),
    Shape(
        "authress_key",
        (".acc",),
        r"(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[\w+/=-]{30,}",
        back=45,
    ),
    Shape("mapbox_token", ("sk.eyj", "tk.eyj"), r"[st]k\.eyJ[\w-]{40,}\.[\w-]{20,}"),
    # Formats that carry a key
    Shape(
        "jwt",
        ("eyj",),
        r"eyJ(?=[\w-]*(?:FsZyI|hbGci|YWxnI))[\w-]{12,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?(?:\.[\w-]+){0,2}={0,2}",
    ),
    Shape(
        "private_key",
        ("-----begin",),
        r"-----BEGIN (?!ENCRYPTED)[A-Z0-9 ]{0,24}PRIVATE KEY(?: BLOCK)?-----(?!.{0,8}Proc-Type: 4,ENCRYPTED)"
        r"(?:[^A-Za-z0-9+/-]{0,24}[A-Za-z0-9+/=]{16}|[ \t\"'`+\\nr]{0,12}\r?\n\s{0,40}[^\s-])"
        r"(?:(?!-----BEGIN|-----END).){0,8000}(?:-----END[A-Z0-9 ]{0,24}PRIVATE KEY(?: BLOCK)?-----)?",
    ),
    Shape("private_key", ("mighageamb", "mighage"), r"MIGHAgEAMBMGByqGSM49AgEG[\w+/=\s]{20,}"),
    Shape("private_key", ("b3blbnnzac1rzxktd",), r"b3BlbnNzaC1rZXktdjE[\w+/=\s]{40,}"),
    Shape("private_key", ("age-secret-key-1",), r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
    Shape(
        "private_key",
        ("putty-user-key-file",),
        r"PuTTY-User-Key-File-\d:.{0,4000}?Private-Lines:.{0,4000}?Private-MAC: \w+",
    ),
    Shape("onetime_seed", ("otpauth://",), r"otpauth://[^\s\"'<>]*[?&]secret=[A-Z2-7=]{16,}"),
)

# Keys without letters that give them away: looked for only inside long runs of letters and digits, which prose has not.
RUNS: tuple[tuple[str, str], ...] = (
    ("zhipu_key", rf"[0-9a-f]{{32}}\.[A-Za-z0-9]{{16}}{_end}"),
    ("jira_token", rf"[MNO][A-Za-z0-9+/]{{15}}[Oo][A-Za-z0-9+/]{{27}}{_end}"),
    ("vault_token", rf"s\.(?=[A-Za-z]{{0,24}}\d)(?=[^A-Z]{{0,24}}[A-Z])[A-Za-z0-9]{{24}}{_end}"),
    ("discord_token", rf"[A-Z](?=[A-Za-z]{{0,20}}\d)[\w-]{{23,25}}\.[\w-]{{6}}\.[\w!-]{{27,38}}{_end}"),
    ("facebook_token", r"\d{15,16}\|[\w-]{26,40}(?![\w-])"),
    ("mailgun_key", rf"[0-9a-f]{{32}}-[0-9a-f]{{8}}-[0-9a-f]{{8}}{_end}"),
    ("twilio_key", rf"SK[0-9a-f]{{32}}{_end}"),
    ("airtable_token", rf"pat[A-Za-z0-9]{{14}}\.[0-9a-f]{{64}}{_end}"),
    ("asana_token", rf"[0-9]/\d{{12,}}(?:/\d{{12,}})?:[0-9a-f]{{32}}{_end}"),
    ("private_key", r"MII[A-Z][\w+/]{2}IBA(?:DANBgkqhkiG9w0BAQEFAASC|AKC|AJ)[\w+/=\s]{20,}"),
    ("onetime_seed", r"(?m:^)(?=[A-Z]{0,30}\d)[A-Z2-7]{32}(?m:$)"),
    ("nkey_seed", rf"S[UNAOC][A-Z2-7]{{56}}{_end}"),
)
