import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AudioPool, createAudioPool, createConverter } from '@voiceloom/audio';
import { CONTRACT_VERSION } from '@voiceloom/contract';
import { splitSentences } from '@voiceloom/text';
import type { App } from '../app.ts';
import { type Clock, systemClock } from '../config/clock.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { choosePlansFile, type FilePlan, readPlans } from '../config/plans-file.ts';
import { startEmbedded } from '../db/embedded.ts';
import { createDb, createPool, type Db } from '../db/index.ts';
import { createListener } from '../db/listen.ts';
import { migrate } from '../db/migrate.ts';
import { logDatabaseError } from '../db/outage-log.ts';
import { findMissingRingKeys } from '../db/ring-keys.ts';
import { seedPlans } from '../db/seed-plans.ts';
import {
  createConcurrencyLimiter,
  createRunControl,
  createTextPool,
  listWorkerModels,
  reportWorker,
} from '../engine/index.ts';
import { seedTemplates } from '../features/templates/index.ts';
import { seedLocalVoices, seedVoices } from '../features/voices/index.ts';
import { createJobQueue, loadJobs } from '../jobs/index.ts';
import { createLocalEngine, findLocalProgram } from '../providers/local/local-engine.ts';
import { type LocalSpeech, openLocalModels } from '../providers/local/local-models.ts';
import { createMailSender } from '../providers/mail/index.ts';
import { createStripePayments, type Payments } from '../providers/payments/index.ts';
import { closeProviders } from '../providers/registry.ts';
import { createHttpScoring } from '../providers/scoring/index.ts';
import { createSpeechProviders, type SpeechProviders } from '../providers/speech/index.ts';
import { createTranscriptionProviders } from '../providers/transcription/index.ts';
import { createTranslationProviders } from '../providers/translation/index.ts';
import { createKeyVerifier } from '../providers/verify.ts';
import { createSecrets, type Secrets } from '../secrets/secrets.ts';
import { type BlobStore, createBlobStore, REPORTED_CALLS } from '../storage/index.ts';
import { createLog } from '../telemetry/log.ts';
import { createMetrics } from '../telemetry/metrics.ts';

export interface BuiltApp {
  app: App;
  /** Closes what was built, in reverse order. */
  close(): Promise<void>;
}

export interface BuildOverrides
  extends Partial<Pick<App, 'log' | 'clock' | 'wallClock' | 'speech' | 'audio' | 'mail'>> {
  /** The work of this process. Only workers poll the job queue. */
  role?: 'api' | 'worker' | 'all';
  version?: string;
}

/** Builds the application. This is the only place that connects its parts. */
export async function buildApp(config: Config, overrides: BuildOverrides = {}): Promise<BuiltApp> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    return { app: await assemble(config, overrides, (end) => closing.push(end)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Undefined if no payment processor is configured. */
export function createPayments({ payments }: Pick<Config, 'payments'>): Payments | undefined {
  if (!payments) return undefined;
  const { secret_key, webhook_secret, api_base } = payments;
  const webhook_secrets = webhook_secret.split(',').map((secret) => secret.trim());
  return createStripePayments({ secret_key, webhook_secrets, api_base });
}

/** Without a configured secret, uses one from the data directory, so that links stay valid after a restart. */
export async function readSigningSecret(config: Config): Promise<Uint8Array> {
  return new TextEncoder().encode(
    config.signing_secret ?? (await readOrCreateSecret(config, 'signing-secret')),
  );
}

/** Without configured keys, uses one from the data directory. */
async function openSecrets(config: Config): Promise<Secrets> {
  const localKey = async () => Buffer.from(await readOrCreateSecret(config, 'encryption-key'), 'hex');
  return createSecrets(config.encryption_keys ?? [{ id: 'local', key: await localKey() }]);
}

/** What the operator's tool needs to test, store and list the voices of platform keys. */
export async function openKeyTools(
  config: Config,
  onClose: (end: () => Promise<unknown>) => void,
): Promise<Pick<App, 'secrets' | 'speech' | 'keyVerifier'>> {
  const audio = createAudioPool({ threads: 1 });
  onClose(() => audio.close());
  const speech = createSpeech(config, audio);
  onClose(() => closeProviders(speech));
  const options = { hosts_allowed: config.provider_allowed_hosts, urls: config.provider_urls };
  return { secrets: await openSecrets(config), speech, keyVerifier: createKeyVerifier(options) };
}

interface StorageOptions {
  baseUrl: () => string;
  signingSecret: Uint8Array;
  clock: Clock;
  onError?: (operation: string, reason: string) => void;
}

export function openStorage({ storage }: Config, options: StorageOptions): Promise<BlobStore> {
  const { clock, onError, ...tickets } = options;
  return createBlobStore(storage.kind === 'folder' ? { ...storage, ...tickets } : storage, clock, onError);
}

type OnClose = (end: () => Promise<unknown>) => void;

async function assemble(config: Config, overrides: BuildOverrides, onClose: OnClose): Promise<App> {
  const clock = overrides.clock ?? systemClock;
  const wallClock = overrides.wallClock ?? clock;
  const { role = 'all', version = CONTRACT_VERSION } = overrides;
  const log =
    overrides.log ??
    createLog({ level: config.log_level, version, role, hasTraces: config.tracing !== undefined });
  const metrics = createMetrics();
  // A worker may lack the settings that decide which plans apply, so that only the API stores them.
  const plans = role === 'worker' ? undefined : readPlans(choosePlansFile(config));
  const connectionString = await openDatabaseUrl(config, onClose);
  const onError = (error: Error) => logDatabaseError(log, error, 'database connection lost');
  const { database_pool_size: max, database_prepared_statements: prepares } = config;
  const pool = createPool({ connectionString, max, prepares, onError });
  metrics.watchPool('main', pool);
  onClose(() => pool.end());
  const directUrl = config.database_direct_url ?? connectionString;
  const db = await prepareDb(pool, {
    directUrl,
    plans,
    sellsNothing: !config.plans_file && !config.payments,
    log,
    now: clock(),
  });
  const listener = createListener(directUrl, onError);
  onClose(() => listener.close());
  const local = await openLocalSpeech(config, { db, clock, log, isWorker: role !== 'api', onClose });
  const queue = createJobQueue({
    missing: () => local.models.elsewhere(),
    connectionString,
    prepares,
    listener,
    role,
    log,
    metrics,
    hasTraces: config.tracing !== undefined,
    aheadMs: overrides.wallClock ? () => clock().getTime() - wallClock().getTime() : () => 0,
  });
  onClose(() => queue.stop());
  await queue.start(await loadJobs());
  const control = createRunControl({ db, listener, log });
  onClose(async () => control.close());
  const signingSecret = await readSigningSecret(config);
  const secrets = await openSecrets(config);
  const missing = await findMissingRingKeys({ db, secrets });
  if (missing.length > 0)
    log.error({ keys: missing }, 'stored secrets need keys that are not in ENCRYPTION_KEYS');
  const storage = await openStorage(config, {
    baseUrl: () => app.baseUrl(),
    signingSecret,
    clock: wallClock,
    onError: (operation, reason) => metrics.storageErrors.inc({ operation, reason }),
  });
  onClose(() => storage.close());
  metrics.expectStorageErrors(REPORTED_CALLS);
  const audio = overrides.audio ?? createAudioPool({ threads: config.audio_threads });
  if (!overrides.audio) onClose(() => audio.close());
  const texts = createTextPool();
  onClose(() => texts.close());
  const speech = overrides.speech ?? createSpeech(config, audio, local);
  if (!overrides.speech) onClose(() => closeProviders(speech));
  await seedVoices(db, { isInstalled: speech.has('espeak'), now: clock() });
  const concurrencyLimiter = createConcurrencyLimiter({
    db,
    clock,
    secret: signingSecret,
    timeout_ms: config.provider_timeout_ms,
  });
  onClose(() => concurrencyLimiter.close());
  const app: App = {
    config,
    log,
    metrics,
    clock,
    wallClock,
    db,
    listener,
    queue,
    control,
    storage,
    speech,
    ...createHttpProviders(config, { local, onClose }),
    concurrencyLimiter,
    audio,
    texts,
    converter: config.ffmpeg ? createConverter({ program: config.ffmpeg }) : undefined,
    mail: overrides.mail ?? createMailSender(config.mail),
    payments: createPayments(config),
    secrets,
    signingSecret,
    baseUrl: () => config.public_url ?? `http://127.0.0.1:${config.port ?? 8_080}`,
  };
  return app;
}

interface PrepareOptions {
  directUrl: string;
  /** Undefined: the stored plans stay. */
  plans: FilePlan[] | undefined;
  /** Whether the plans are unlimited because no payment processor is configured. */
  sellsNothing: boolean;
  log: App['log'];
  now: Date;
}

/** Migrates the database and adds the rows that every installation has. */
async function prepareDb(
  pool: ReturnType<typeof createPool>,
  { directUrl, plans, sellsNothing, log, now }: PrepareOptions,
) {
  const { newer } = await migrate({ options: { ...pool.options, connectionString: directUrl } });
  if (newer.length > 0) log.warn({ migrations: newer }, 'the database is of a newer release');
  const db = createDb(pool);
  if (plans && sellsNothing) await requireNoSubscription(db);
  if (plans) await db.transaction().execute((tx) => seedPlans(tx, plans, now));
  await seedTemplates(db, now);
  return db;
}

/** A forgotten setting must not lift the limits of everybody in a service that sells. */
async function requireNoSubscription(db: Db): Promise<void> {
  const subscription = await db
    .selectFrom('subscription')
    .select('id')
    .where('status', 'not in', ['canceled', 'incomplete', 'incomplete_expired'])
    .limit(1)
    .executeTakeFirst();
  if (!subscription) return;
  throw new ConfigError([
    'STRIPE_SECRET_KEY is not set, but there are subscriptions. Set it, or name the plans that apply in PLANS_FILE',
  ]);
}

/** Providers that are called over HTTP with a customer's key, except speech, and the local recognizer. */
function createHttpProviders(
  config: Config,
  { local, onClose }: { local: LocalSpeech | undefined; onClose: OnClose },
): Pick<App, 'transcription' | 'translation' | 'scoring' | 'keyVerifier'> {
  const options = { hosts_allowed: config.provider_allowed_hosts, urls: config.provider_urls };
  const transcription = createTranscriptionProviders(options, local);
  onClose(() => closeProviders(transcription));
  const translation = createTranslationProviders(options);
  onClose(() => closeProviders(translation));
  const scoring = createHttpScoring(options);
  onClose(() => scoring.close());
  return { transcription, translation, scoring, keyVerifier: createKeyVerifier(options) };
}

/** The local models of all workers, with their voices in the database. */
async function openLocalSpeech(
  { models_dir: folder, local_speech_threads: threads }: Config,
  {
    db,
    clock,
    log,
    isWorker,
    onClose,
  }: Pick<App, 'db' | 'clock' | 'log'> & { isWorker: boolean; onClose: OnClose },
): Promise<LocalSpeech> {
  const program = findLocalProgram();
  const id = randomUUID();
  const knownModels = new Set<string>();
  const storeVoices = async (): Promise<void> => {
    const installed = models.list();
    for (const { name } of installed) knownModels.add(name);
    await seedLocalVoices(db, { models: installed, knownModels, now: clock() });
  };
  const models = await openLocalModels(program === undefined ? undefined : folder, {
    isWorker,
    async exchange(ownModels, isChanged) {
      if (isWorker) await reportWorker(db, { id, models: ownModels, isChanged });
      return listWorkerModels(db);
    },
    onChange: storeVoices,
    onUnreadable: (name, error) => log.warn({ err: error, folder, name }, 'a local model cannot be read'),
  });
  onClose(async () => models.close());
  await storeVoices();
  if (program === undefined) return { models, engine: undefined, folder };
  const engine = createLocalEngine({ program, threads });
  onClose(() => engine.close());
  return { models, engine, folder };
}

function createSpeech(config: Config, audio: AudioPool, local?: LocalSpeech): SpeechProviders {
  return createSpeechProviders({
    espeak: { processes: config.speech_processes },
    local,
    http: {
      hosts_allowed: config.provider_allowed_hosts,
      urls: config.provider_urls,
      decode: audio.response,
      split: splitSentences,
    },
  });
}

async function openDatabaseUrl(config: Config, onClose: OnClose): Promise<string> {
  if (config.database_url) return config.database_url;
  const embedded = await startEmbedded({ directory: join(config.data_dir, 'postgres'), durable: true });
  onClose(() => embedded.stop());
  return embedded.url;
}

/** 32 random bytes in hexadecimal, stored in the data directory, so that they are the same at every start. */
async function readOrCreateSecret(config: Config, name: string): Promise<string> {
  await mkdir(config.data_dir, { recursive: true });
  const file = join(config.data_dir, name);
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  await writeFile(draft, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  // The first process wins; the others read its secret.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  return (await readFile(file, 'utf8')).trim();
}
