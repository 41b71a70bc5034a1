import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import proxyaddr from 'proxy-addr';
import { z } from 'zod';
import { parseKeyRing, type SecretKey } from '../secrets/secrets.ts';
import { findProgram } from './find-program.ts';
import { TRACING_VARIABLES, tracingSettings } from './tracing.ts';

/** Lists all errors of the environment in one message. */
export class ConfigError extends Error {
  readonly errors: string[];

  constructor(errors: string[]) {
    super(`The configuration is invalid:\n${errors.map((error) => `  - ${error}`).join('\n')}`);
    this.name = 'ConfigError';
    this.errors = errors;
  }
}

/** Reads a whole number from a variable, which must be within these limits. */
const integerBetween = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().int().min(low).max(high));

/** An address alone, or a name and the address in angle brackets. */
const MAIL_ADDRESS = /^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/;

/** A host with or without a port. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/;

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

/** Parameters that the studio itself sends to the identity provider. */
const SIGN_IN_PARAMS = new Set([
  ...['client_id', 'redirect_uri', 'response_type', 'response_mode', 'scope', 'state'],
  ...['code_challenge', 'code_challenge_method'],
]);

/** Every setting of the environment; docs/operating/settings.md describes them. */
const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: integerBetween(0, 65_535).optional(),
  PUBLIC_URL: address.optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }).optional(),
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }).optional(),
  DATABASE_POOL_SIZE: integerBetween(4, 200).default(20),
  DATABASE_PREPARED_STATEMENTS: z.stringbool().default(true),
  DATA_DIR: z.string().min(1).optional(),
  PLANS_FILE: z.string().min(1).optional(),
  AUTH_ISSUER: z.string().min(1).optional(),
  AUTH_AUDIENCE: z.string().min(1).optional(),
  AUTH_JWKS_URL: address.optional(),
  AUTH_MAX_TOKEN_AGE_S: integerBetween(60, 2_592_000).default(86_400),
  STUDIO_CLIENT_ID: z.string().min(1).optional(),
  STUDIO_SCOPES: z
    .string()
    .regex(/(?:^| )openid(?: |$)/, 'must contain openid')
    .default('openid profile email'),
  STUDIO_AUTH_PARAMS: z
    .string()
    .default('')
    .transform((text) => Object.fromEntries(new URLSearchParams(text)))
    .refine((params) => Object.keys(params).every((name) => !SIGN_IN_PARAMS.has(name)), {
      error: 'must not contain parameters that the studio sets itself, such as redirect_uri',
    }),
  API_KEY_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9]{1,11}$/, 'must be 2-12 lowercase letters and digits')
    .default('vl'),
  S3_BUCKET: z.string().min(3).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ENDPOINT: address.optional(),
  S3_PUBLIC_ENDPOINT: address.optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_FORCE_PATH_STYLE: z.stringbool().default(false),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(MAIL_ADDRESS, 'must be an address such as Voiceloom <voices@example.com>')
    .optional(),
  APP_URL: address.optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'must be a secret or restricted key (sk_… or rk_…)')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[^,\s]+(\s*,\s*whsec_[^,\s]+)?$/, 'must be whsec_…, or two of them separated by a comma')
    .optional(),
  STRIPE_API_BASE: address.optional(),
  SIGNING_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ENCRYPTION_KEYS: z
    .string()
    .transform(parseKeyRing)
    .pipe(z.custom<SecretKey[]>(Boolean, 'must be id:key, … with different IDs and 32 bytes of base64 each'))
    .optional(),
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: z.stringbool().default(false),
  PROVIDER_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((text) => splitList(text.toLowerCase()))
    .refine((hosts) => hosts.every((host) => HOST.test(host)), {
      error: 'must be hosts, with or without a port, separated by commas',
    }),
  PROVIDER_URLS: z
    .string()
    .default('')
    .transform(parseProviderUrls)
    .pipe(z.custom<Record<string, string>>(Boolean, 'must be provider=https://… separated by commas')),
  PROVIDER_TIMEOUT_S: integerBetween(0, 3_600).default(60),
  WORKER_CONCURRENCY: integerBetween(1, 64).default(4),
  WORKSPACE_CONCURRENCY: integerBetween(1, 64).default(8),
  LINES_PER_CHUNK: integerBetween(1, 100).default(100),
  LINE_CONCURRENCY: integerBetween(1, 64).default(4),
  SPEECH_PROCESSES: integerBetween(1, 64).optional(),
  LOCAL_SPEECH_THREADS: integerBetween(1, 64).optional(),
  MODELS_DIR: z.string().min(1).optional(),
  AUDIO_THREADS: integerBetween(1, 64).optional(),
  PATH: z.string().default(''),
  CORS_ORIGINS: z.string().default(''),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(splitList)
    .refine(
      (proxies) => {
        try {
          proxyaddr.compile(proxies);
          return true;
        } catch {
          return false;
        }
      },
      {
        error:
          'must be addresses or networks such as 10.0.0.0/8, or loopback, linklocal or uniquelocal, separated by commas',
      },
    ),
  READY_FILE: z.string().min(1).optional(),
  MAX_CONNECTIONS: integerBetween(10, 100_000).default(2_000),
  METRICS_PORT: integerBetween(0, 65_535).optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  ...TRACING_VARIABLES,
});

export type Environment = z.infer<typeof Environment>;

export const SETTINGS: readonly string[] = Object.keys(Environment.shape);

export type AuthSettings = NonNullable<Config['auth']>;

export interface PaymentsSettings {
  secret_key: string;
  /** One secret, or the old and the new one separated by a comma while they change. */
  webhook_secret: string;
  /** An address other than Stripe's own. */
  api_base?: string | undefined;
}

export type Config = ReturnType<typeof toConfig>;

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Reads the environment once, at start. No other code in the server may read it. */
export function readConfig(source: Record<string, string | undefined>, root: string): Config {
  const present = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const { data, error } = Environment.safeParse(present);
  if (data) {
    const errors = findContradictions(data);
    if (errors.length > 0) throw new ConfigError(errors);
    return toConfig(data, root);
  }
  const invalidNames = new Set(error.issues.map((issue) => String(issue.path[0])));
  const validEntries = Object.entries(present).filter(([name]) => !invalidNames.has(name));
  const contradictions = findContradictions(Environment.parse(Object.fromEntries(validEntries)));
  throw new ConfigError([
    ...error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...contradictions.filter((message) => !invalidNames.has(message.slice(0, message.indexOf(':')))),
  ]);
}

/** Contradictions between settings that are valid by themselves. */
function findContradictions(env: Environment): string[] {
  const isProduction = env.NODE_ENV === 'production';
  const rules: [isBroken: unknown, error: string][] = [
    [
      !env.AUTH_ISSUER && !LOOPBACK.has(env.HOST),
      'AUTH_ISSUER: required when HOST is not loopback; the development issuer serves only 127.0.0.1',
    ],
    [isProduction && !env.AUTH_ISSUER, 'AUTH_ISSUER: required in production'],
    [env.AUTH_ISSUER && !env.AUTH_AUDIENCE, 'AUTH_AUDIENCE: required together with AUTH_ISSUER'],
    [env.STUDIO_CLIENT_ID && !env.AUTH_ISSUER, 'AUTH_ISSUER: required for STUDIO_CLIENT_ID'],
    [isProduction && !env.DATABASE_URL, 'DATABASE_URL: required in production'],
    [isProduction && !env.SIGNING_SECRET, 'SIGNING_SECRET: required in production'],
    [isProduction && !env.ENCRYPTION_KEYS, 'ENCRYPTION_KEYS: required in production'],
    [isProduction && !env.PUBLIC_URL, 'PUBLIC_URL: required in production'],
    [env.SMTP_URL && !env.MAIL_FROM, 'MAIL_FROM: required together with SMTP_URL'],
    [
      !env.S3_ACCESS_KEY_ID !== !env.S3_SECRET_ACCESS_KEY,
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set both or neither',
    ],
    [!env.S3_BUCKET && (env.S3_ENDPOINT || env.S3_ACCESS_KEY_ID), 'S3_BUCKET: required for S3 storage'],
    [
      env.STRIPE_SECRET_KEY && !env.STRIPE_WEBHOOK_SECRET,
      'STRIPE_WEBHOOK_SECRET: required together with STRIPE_SECRET_KEY',
    ],
    [
      env.STRIPE_WEBHOOK_SECRET && !env.STRIPE_SECRET_KEY,
      'STRIPE_SECRET_KEY: required together with STRIPE_WEBHOOK_SECRET',
    ],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, error]) => error);
}

/** The settings as the service uses them, with the defaults that depend on others. */
function toConfig(env: Environment, root: string) {
  const cores = availableParallelism();
  const dataDir = resolve(env.DATA_DIR ?? join(root, '.voiceloom'));
  return {
    production: env.NODE_ENV === 'production',
    host: env.HOST,
    /** Undefined: 8080, or a free port if 8080 is in use. */
    port: env.PORT,
    public_url: env.PUBLIC_URL?.replace(/(?<!\/)\/+$/, ''),
    log_level: env.LOG_LEVEL,
    data_dir: dataDir,
    /** The file with the plans, their prices and limits. Undefined: it depends on `payments`. */
    plans_file: env.PLANS_FILE && resolve(env.PLANS_FILE),
    database_url: env.DATABASE_URL,
    /** PostgreSQL itself, if DATABASE_URL is a pooler: notifications and migrations need a session. */
    database_direct_url: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    database_pool_size: env.DATABASE_POOL_SIZE,
    database_prepared_statements: env.DATABASE_PREPARED_STATEMENTS,
    /** Undefined: the development issuer, on loopback only. */
    auth:
      env.AUTH_ISSUER && env.AUTH_AUDIENCE
        ? {
            issuer: env.AUTH_ISSUER,
            audience: env.AUTH_AUDIENCE,
            /** Undefined: found through the issuer's discovery document. */
            jwks_url: env.AUTH_JWKS_URL,
            max_token_age_s: env.AUTH_MAX_TOKEN_AGE_S,
          }
        : undefined,
    /** The sign-in to the studio. Without a client, only the development issuer can sign people in. */
    studio: {
      client_id: env.STUDIO_CLIENT_ID,
      scopes: env.STUDIO_SCOPES,
      auth_params: env.STUDIO_AUTH_PARAMS,
    },
    api_key_prefix: env.API_KEY_PREFIX,
    storage: storageSettings(env, dataDir),
    mail: readMailSettings(env, dataDir),
    /** Where the studio is, for links in emails. Undefined: `/studio` of this service. */
    app_url: env.APP_URL?.replace(/(?<!\/)\/+$/, ''),
    /** Undefined: nobody pays, and the default plan has no limits. */
    payments: readPaymentsSettings(env),
    signing_secret: env.SIGNING_SECRET,
    /** The first key encrypts. Undefined: one key, which the first start creates in the data directory. */
    encryption_keys: env.ENCRYPTION_KEYS,
    /** Whether webhooks may go to this machine and to private networks. */
    webhook_allow_private_networks: env.WEBHOOK_ALLOW_PRIVATE_NETWORKS,
    /** Hosts of providers on this machine or in private networks that requests may go to. */
    provider_allowed_hosts: env.PROVIDER_ALLOWED_HOSTS,
    /** URLs that replace those of providers, by id. */
    provider_urls: env.PROVIDER_URLS,
    /** How long to wait for a provider that is unavailable before lines fail. */
    provider_timeout_ms: env.PROVIDER_TIMEOUT_S * 1_000,
    worker: {
      concurrency: env.WORKER_CONCURRENCY,
      workspace_concurrency: env.WORKSPACE_CONCURRENCY,
      lines_per_chunk: env.LINES_PER_CHUNK,
      line_concurrency: env.LINE_CONCURRENCY,
    },
    speech_processes: env.SPEECH_PROCESSES ?? Math.max(1, cores - 1),
    /** The cores that one local model uses. */
    local_speech_threads: env.LOCAL_SPEECH_THREADS ?? Math.max(1, cores - 1),
    /** The folder of the local models. */
    models_dir: resolve(env.MODELS_DIR ?? join(dataDir, 'models')),
    audio_threads: env.AUDIO_THREADS ?? Math.max(1, cores - 1),
    /** The program that decodes m4a, webm and video. Undefined: the service rejects such files. */
    ffmpeg: findProgram('ffmpeg', env.PATH),
    cors_origins: splitList(env.CORS_ORIGINS),
    /** The proxies whose X-Forwarded-For header names the client. */
    trusted_proxies: env.TRUSTED_PROXIES,
    max_connections: env.MAX_CONNECTIONS,
    /** The port of a worker's health and metrics; a worker has no other port. Undefined: no port. */
    metrics_port: env.METRICS_PORT,
    metrics_token: env.METRICS_TOKEN,
    /** Where traces are sent, and which ones. Undefined: no traces. */
    tracing: tracingSettings(env),
    /** The file to write when the API is ready, with its address and a development token. */
    ready_file: env.READY_FILE,
  };
}

/** Undefined without both secrets: then nothing can be paid. */
function readPaymentsSettings(env: Environment): PaymentsSettings | undefined {
  if (!env.STRIPE_SECRET_KEY || !env.STRIPE_WEBHOOK_SECRET) return undefined;
  const settings = { secret_key: env.STRIPE_SECRET_KEY, webhook_secret: env.STRIPE_WEBHOOK_SECRET };
  return env.STRIPE_API_BASE ? { ...settings, api_base: env.STRIPE_API_BASE } : settings;
}

/** Without a server for mail, mails become files in a folder. */
function readMailSettings(env: Environment, dataDir: string) {
  const from = env.MAIL_FROM ?? 'Voiceloom <voiceloom@localhost>';
  if (env.SMTP_URL) return { kind: 'smtp' as const, url: env.SMTP_URL, from };
  return { kind: 'folder' as const, directory: join(dataDir, 'mail'), from };
}

/** A bucket if one is set, else a folder. */
function storageSettings(env: Environment, dataDir: string) {
  if (!env.S3_BUCKET) return { kind: 'folder' as const, directory: join(dataDir, 'objects') };
  return {
    kind: 's3' as const,
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT,
    public_endpoint: env.S3_PUBLIC_ENDPOINT,
    access_key_id: env.S3_ACCESS_KEY_ID,
    secret_access_key: env.S3_SECRET_ACCESS_KEY,
    force_path_style: env.S3_FORCE_PATH_STYLE,
  };
}

/** Reads pairs (`provider=https://…`) separated by commas. Returns undefined if an entry is not such a pair. */
function parseProviderUrls(text: string): Record<string, string> | undefined {
  const urls: Record<string, string> = {};
  for (const pair of splitList(text)) {
    const [, provider, url] = /^([a-z_]+)=(https?:\/\/.+)$/.exec(pair) ?? [];
    if (provider === undefined || url === undefined || !URL.canParse(url)) return undefined;
    urls[provider] = url.replace(/(?<!\/)\/+$/, '');
  }
  return urls;
}

/** `a, b` as two entries, without empty ones. */
function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
