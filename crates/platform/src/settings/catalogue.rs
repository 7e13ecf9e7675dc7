//! Every setting of the product, with its default and its words. `earshot config --help`,
//! `docs/configuration.md` and `.env.sample` are made from this page.

use super::setting::{Setting, plain, secret};

pub const ENV: Setting = plain(
    "EARSHOT_ENV",
    "development",
    "development or production. Production requires real providers and lists everything that is missing. It rejects test keys and disabled limits.",
);
pub const CONFIG: Setting = plain(
    "EARSHOT_CONFIG",
    ".env",
    "A file of NAME=value lines. The environment overrides it. The default file is optional.",
);
pub const BIND: Setting = plain(
    "EARSHOT_BIND",
    "127.0.0.1:8080",
    "Address and port to listen on. Port 0 takes a free one.",
);
pub const TRUSTED_PROXIES: Setting = plain(
    "EARSHOT_TRUSTED_PROXIES",
    "",
    "Addresses and ranges, such as 127.0.0.1,10.0.0.0/8, of the proxies that pass requests on. Client addresses in X-Forwarded-For or Forwarded are trusted only from them. Without it, everyone behind a proxy counts as one client for rate limits.",
);
pub const DATA_DIR: Setting = plain("EARSHOT_DATA_DIR", "data", "Folder of the SQLite database.");
pub const DATABASE_URL: Setting = secret(
    "DATABASE_URL",
    "postgres://user:password@host/database. Without it the data is in SQLite, for one process.",
);
pub const DB_CONNECTIONS: Setting = plain(
    "EARSHOT_DB_CONNECTIONS",
    "",
    "Connections to PostgreSQL of this process; one more listens for changes. Default: 10. With SQLite: the connections that read, 4.",
);
pub const DB_WAIT_MS: Setting = plain(
    "EARSHOT_DB_WAIT_MS",
    "",
    "How long a request waits for a connection, and a statement for a lock, before the answer is 503. Default: 2000 with PostgreSQL, 5000 with SQLite.",
);
pub const DB_STATEMENT_MS: Setting = plain(
    "EARSHOT_DB_STATEMENT_MS",
    "5000",
    "How long one statement may take on PostgreSQL.",
);
pub const ROLES: Setting = plain(
    "EARSHOT_ROLES",
    "web,worker,listener",
    "What this process does: web answers requests, worker runs jobs, listener follows shared streams of posts. SQLite needs all in one process.",
);
pub const SITE_URL: Setting = plain(
    "EARSHOT_SITE_URL",
    "",
    "The address people open, used in links and mails. Default: http://localhost and the port.",
);
pub const AUTH_URL: Setting = plain(
    "EARSHOT_AUTH_URL",
    "",
    "Where the web app signs people in. Default: the site's own address. If empty, the web app says that it is missing.",
);
pub const AUTH_KEY: Setting = plain(
    "EARSHOT_AUTH_KEY",
    "",
    "The publishable key of the web app. Default: made on the first start and kept. If empty, the web app says that it is missing.",
);
pub const GOOGLE_CLIENT_ID: Setting = plain(
    "EARSHOT_GOOGLE_CLIENT_ID",
    "",
    "The id of your OAuth client at Google. With it and its secret people can also sign in with Google; without them there is no such button, or the sandbox's while mail is a sandbox too.",
);
pub const GOOGLE_CLIENT_SECRET: Setting = secret(
    "EARSHOT_GOOGLE_CLIENT_SECRET",
    "The secret of your OAuth client at Google.",
);
pub const GOOGLE_ISSUER: Setting = plain(
    "EARSHOT_GOOGLE_ISSUER",
    "https://accounts.google.com",
    "The issuer of the ID tokens, under which the discovery document is found.",
);
pub const MARKETING_URL: Setting = plain(
    "EARSHOT_MARKETING_URL",
    "/site/",
    "The public site that Return to Home and signing out lead to. Default: the small site built into this server.",
);
pub const TERMS: Setting = plain(
    "EARSHOT_TERMS",
    "",
    "A file with your terms for /site/terms: text with # headings, - lists and blank lines between paragraphs. Default: complete terms that name the operator. Read them before you rely on them.",
);
pub const PRIVACY: Setting = plain(
    "EARSHOT_PRIVACY",
    "",
    "A file with your privacy notice for /site/privacy, written like the terms. Default: a complete notice that names the operator and what this software stores.",
);
pub const CONTACT: Setting = plain(
    "EARSHOT_CONTACT",
    "",
    "A file for /site/contact, written like the terms. Default: a page with the operator's name and address and the support address.",
);
pub const OPERATOR_NAME: Setting = plain(
    "EARSHOT_OPERATOR_NAME",
    "",
    "The person or company that runs this server, such as Paperlark Ltd. The terms, the privacy notice and the contact page name it.",
);
pub const OPERATOR_ADDRESS: Setting = plain(
    "EARSHOT_OPERATOR_ADDRESS",
    "",
    "The operator's postal address on one line, such as 1 Mill Lane, Leeds LS1 4AP, United Kingdom.",
);
pub const OPERATOR_COUNTRY: Setting = plain(
    "EARSHOT_OPERATOR_COUNTRY",
    "",
    "The country or state whose law applies to the terms, such as England and Wales.",
);
pub const POSTHOG_KEY: Setting = plain(
    "EARSHOT_POSTHOG_KEY",
    "",
    "The public key of a PostHog project. With it, the web app asks people whether it may record how they use it; without it, nothing is recorded and no one is asked.",
);
pub const POSTHOG_HOST: Setting = plain(
    "EARSHOT_POSTHOG_HOST",
    "https://eu.i.posthog.com",
    "The address of the PostHog project, the only other address that pages may call.",
);
pub const SUPPORT_EMAIL: Setting = plain(
    "EARSHOT_SUPPORT_EMAIL",
    "support@earshot.example",
    "The email address where users reach you.",
);
pub const SMTP_URL: Setting = secret(
    "EARSHOT_SMTP_URL",
    "smtps://user:password@host or smtp://user:password@host?tls=required. Without it mail stays in the sandbox's mailbox.",
);
pub const MAIL_FROM: Setting = plain(
    "EARSHOT_MAIL_FROM",
    "Earshot <hello@earshot.example>",
    "The sender of all mail.",
);
pub const LLM_PROVIDER: Setting = plain(
    "EARSHOT_LLM_PROVIDER",
    "auto",
    "The language model's provider: openai (or any server that speaks its protocol, with EARSHOT_LLM_URL), anthropic, gemini, ollama, sandbox (sample texts for the sample posts) or none (drafts are reply kits, mentions show quotes). auto is the sandbox, and none in production.",
);
pub const LLM_URL: Setting = plain(
    "EARSHOT_LLM_URL",
    "",
    "The base address of the language model's API, such as http://localhost:11434/v1. Default: the provider's own.",
);
pub const LLM_MODEL: Setting = plain(
    "EARSHOT_LLM_MODEL",
    "",
    "The model's name at its provider. Required with a provider; the sandbox's model is called sandbox.",
);
pub const LLM_KEY: Setting = secret(
    "EARSHOT_LLM_KEY",
    "The key for the language model's API. Self-hosted servers may not need one.",
);
pub const LLM_USER_DAILY_TOKENS: Setting = plain(
    "EARSHOT_LLM_USER_DAILY_TOKENS",
    "200000",
    "How many tokens the language model may use per user and day (UTC); beyond that, Earshot works without it.",
);
pub const LLM_DAILY_TOKENS: Setting = plain(
    "EARSHOT_LLM_DAILY_TOKENS",
    "2000000",
    "How many tokens the language model may use per day (UTC) for all users together.",
);
pub const LLM_PRICE: Setting = plain(
    "EARSHOT_LLM_PRICE",
    "",
    "What a million tokens of the language model cost you on average, in dollars, such as 0.6. With it, /metrics and /ops show what was spent today; it changes nothing else.",
);
pub const LLM_FIRST_TOKEN_S: Setting = plain(
    "EARSHOT_LLM_FIRST_TOKEN_S",
    "60",
    "How many seconds the language model may be silent before the first token of an answer. A small model on an ordinary machine needs most of a minute to read a long prompt.",
);
pub const LLM_GAP_S: Setting = plain(
    "EARSHOT_LLM_GAP_S",
    "30",
    "How many seconds the language model may be silent between two tokens.",
);
pub const LLM_TOTAL_S: Setting = plain(
    "EARSHOT_LLM_TOTAL_S",
    "600",
    "How many seconds an answer of the language model may take, at most 600. A server that cannot stream must answer within this time.",
);
pub const PLANS: Setting = plain(
    "EARSHOT_PLANS",
    "",
    "A TOML file with the plans on sale and the length of the trial, instead of Starter and Professional with three days. docs/operations.md has an example.",
);
pub const STRIPE_SECRET_KEY: Setting = secret(
    "STRIPE_SECRET_KEY",
    "The secret key of the Stripe account that takes payments. Without it, payments go to the sandbox and no money moves.",
);
pub const STRIPE_WEBHOOK_SECRET: Setting = secret(
    "STRIPE_WEBHOOK_SECRET",
    "The secret that Stripe signs webhooks to /api/stripe-webhook with, including whsec_. Without it, the route does not exist. The sandbox signs with it too, or with its own secret.",
);
pub const STRIPE_STARTER_PRICE: Setting = plain(
    "STRIPE_STARTER_PRICE",
    "",
    "The id of the Starter plan's monthly price at Stripe, such as price_1Q….",
);
pub const STRIPE_PRO_PRICE: Setting = plain(
    "STRIPE_PRO_PRICE",
    "",
    "The id of the Professional plan's monthly price at Stripe.",
);
pub const STRIPE_API_URL: Setting = plain(
    "STRIPE_API_URL",
    "",
    "The address of Stripe's API, without a path. Default: https://api.stripe.com.",
);
pub const REDDIT_CLIENT_ID: Setting = plain(
    "REDDIT_CLIENT_ID",
    "",
    "The id of your Reddit app. Without it and its secret, posts are samples.",
);
pub const REDDIT_CLIENT_SECRET: Setting =
    secret("REDDIT_CLIENT_SECRET", "The secret of your Reddit app.");
pub const REDDIT_USER_AGENT: Setting = plain(
    "REDDIT_USER_AGENT",
    "web:earshot:1.0.0",
    "The user agent sent to Reddit: platform:app-id:version (by /u/your-name).",
);
pub const REDDIT_WWW_URL: Setting = plain(
    "REDDIT_WWW_URL",
    "https://www.reddit.com",
    "The address where Reddit issues tokens and people open posts.",
);
pub const REDDIT_OAUTH_URL: Setting = plain(
    "REDDIT_OAUTH_URL",
    "https://oauth.reddit.com",
    "The address of Reddit's API.",
);
pub const HN: Setting = plain(
    "EARSHOT_HN",
    "off",
    "Hacker News as a source: off, live (no key needed) or sandbox. Each company switches it on in Settings.",
);
pub const BLUESKY: Setting = plain(
    "EARSHOT_BLUESKY",
    "off",
    "Bluesky as a source: off, live (no key needed) or sandbox. Each company switches it on in Settings. With a live source, Reddit may be left out.",
);
pub const RANK_PROVIDER: Setting = plain(
    "EARSHOT_RANK_PROVIDER",
    "auto",
    "The provider of Google ranks: serper, dataforseo, searxng, sandbox or none. auto is the sandbox, and none in production.",
);
pub const RANK_URL: Setting = plain(
    "EARSHOT_RANK_URL",
    "",
    "The base address of the rank provider. Default: the provider's own; SearXNG has none.",
);
pub const RANK_KEY: Setting = secret(
    "EARSHOT_RANK_KEY",
    "The key for the rank provider: Serper's as it is, DataForSEO's as login:password. SearXNG needs none.",
);
pub const RANK_COUNTRY: Setting = plain(
    "EARSHOT_RANK_COUNTRY",
    "us",
    "The country whose Google results count, by its two letters.",
);
pub const FETCH_ALLOW: Setting = plain(
    "EARSHOT_FETCH_ALLOW",
    "",
    "Addresses such as 127.0.0.1:18080, separated by commas, that the website reader may reach although they are not public. For tests; not allowed in production.",
);
pub const DNS: Setting = plain(
    "EARSHOT_DNS",
    "",
    "The DNS server that the website reader and `earshot doctor` use, such as 127.0.0.1:5353. Default: the system's resolver.",
);
pub const SANDBOX: Setting = plain(
    "EARSHOT_SANDBOX",
    "loopback",
    "loopback or public. A server that others can reach, or whose site address is public, refuses to start on a sandbox unless this says public.",
);
pub const SANDBOX_REDDIT_CALLS: Setting = plain(
    "EARSHOT_SANDBOX_REDDIT_CALLS",
    "1000",
    "How many calls the sample Reddit allows in ten minutes. A higher number lets more scans run at once.",
);
pub const SANDBOX_FIREHOSE: Setting = plain(
    "EARSHOT_SANDBOX_FIREHOSE",
    "",
    "How many generated posts and comments the sample Reddit publishes a second, for load tests. Default: none, only the sample posts.",
);
pub const SCANS: Setting = plain(
    "EARSHOT_SCANS",
    "on",
    "on or off. Off: this process starts no scans by itself. When scans start again, one scan makes up for those missed.",
);
pub const STREAM: Setting = plain(
    "EARSHOT_STREAM",
    "on",
    "on or off. Off: this process does not read new posts as they are written; scans find them later.",
);
pub const READERS: Setting = plain(
    "EARSHOT_READERS",
    "1",
    "How many cores of this process read what the listener heard. What waits longest for its turn is shown by its words alone.",
);
pub const POSTS_JUDGED: Setting = plain(
    "EARSHOT_POSTS_JUDGED",
    "160",
    "How many posts a scan judges in full, the nearest first. Each takes about 50 ms of a core; with fewer, scans are quicker and miss some leads.",
);
pub const DEMO: Setting = plain(
    "EARSHOT_DEMO",
    "on",
    "on or off. On: the first start on an empty database creates a demo account with data, if every provider is a sandbox.",
);
pub const LINK_TTL_S: Setting = plain(
    "EARSHOT_LINK_TTL_S",
    "86400",
    "How long links in emails stay valid: at most a day, and at most an hour for password resets.",
);
pub const LIMITS: Setting = plain(
    "EARSHOT_LIMITS",
    "on",
    "on or off. Off disables the limits per client address and the hourly limit per email address, for load tests. Limits per account stay.",
);
pub const JOB_LEASE_MS: Setting = plain(
    "EARSHOT_JOB_LEASE_MS",
    "60000",
    "How long a silent process keeps a job before another one takes it over.",
);
pub const JOB_SLOTS: Setting = plain(
    "EARSHOT_JOB_SLOTS",
    "8",
    "How many jobs run at once in this process.",
);
pub const DRAIN_S: Setting = plain(
    "EARSHOT_DRAIN_S",
    "25",
    "How long requests and jobs may keep running after the process is asked to stop.",
);
pub const MAX_CONNECTIONS: Setting = plain(
    "EARSHOT_MAX_CONNECTIONS",
    "10000",
    "The maximum number of open connections. Further ones get a 503.",
);
pub const METRICS_TOKEN: Setting = secret(
    "EARSHOT_METRICS_TOKEN",
    "Token for /metrics and /ops: as a bearer token, and for /ops also typed into its form. Without it, only this machine can open them, and not through a proxy.",
);
pub const LOG: Setting = plain(
    "EARSHOT_LOG",
    "info",
    "What is logged: error, warn, info, debug or trace, also by module (info,earshot=debug).",
);
pub const LOG_FORMAT: Setting = plain(
    "EARSHOT_LOG_FORMAT",
    "auto",
    "text, json, or auto: text on a terminal, json elsewhere.",
);
pub const CRASH_AT: Setting = plain(
    "EARSHOT_CRASH_AT",
    "",
    "Debug builds only: abort at this named point of a job, to test what survives.",
);
pub const READINGS_DIR: Setting = plain(
    "EARSHOT_READINGS_DIR",
    "",
    "Debug builds only: a folder in which processes share what the reader has read, to test faster. Empty it when the reader changes.",
);

/// In the order in which they are documented.
pub const ALL: &[Setting] = &[
    ENV,
    CONFIG,
    BIND,
    TRUSTED_PROXIES,
    DATA_DIR,
    DATABASE_URL,
    DB_CONNECTIONS,
    DB_WAIT_MS,
    DB_STATEMENT_MS,
    ROLES,
    SITE_URL,
    AUTH_URL,
    AUTH_KEY,
    GOOGLE_CLIENT_ID,
    GOOGLE_CLIENT_SECRET,
    GOOGLE_ISSUER,
    MARKETING_URL,
    TERMS,
    PRIVACY,
    CONTACT,
    OPERATOR_NAME,
    OPERATOR_ADDRESS,
    OPERATOR_COUNTRY,
    POSTHOG_KEY,
    POSTHOG_HOST,
    SUPPORT_EMAIL,
    SMTP_URL,
    MAIL_FROM,
    LLM_PROVIDER,
    LLM_URL,
    LLM_MODEL,
    LLM_KEY,
    LLM_USER_DAILY_TOKENS,
    LLM_DAILY_TOKENS,
    LLM_PRICE,
    LLM_FIRST_TOKEN_S,
    LLM_GAP_S,
    LLM_TOTAL_S,
    PLANS,
    STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET,
    STRIPE_STARTER_PRICE,
    STRIPE_PRO_PRICE,
    STRIPE_API_URL,
    REDDIT_CLIENT_ID,
    REDDIT_CLIENT_SECRET,
    REDDIT_USER_AGENT,
    REDDIT_WWW_URL,
    REDDIT_OAUTH_URL,
    HN,
    BLUESKY,
    RANK_PROVIDER,
    RANK_URL,
    RANK_KEY,
    RANK_COUNTRY,
    FETCH_ALLOW,
    DNS,
    SANDBOX,
    SANDBOX_REDDIT_CALLS,
    SANDBOX_FIREHOSE,
    DEMO,
    SCANS,
    STREAM,
    READERS,
    POSTS_JUDGED,
    LINK_TTL_S,
    LIMITS,
    JOB_LEASE_MS,
    JOB_SLOTS,
    DRAIN_S,
    MAX_CONNECTIONS,
    METRICS_TOKEN,
    LOG,
    LOG_FORMAT,
    CRASH_AT,
    READINGS_DIR,
];
