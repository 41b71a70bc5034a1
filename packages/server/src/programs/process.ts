import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { CONTRACT_VERSION } from '@voiceloom/contract';
import type { App } from '../app.ts';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { createPool, isDatabaseAway } from '../db/index.ts';
import { MigrationError } from '../db/migrate.ts';
import { logRarely } from '../db/outage-log.ts';
import { grantRaisedCredits } from '../features/credits/index.ts';
import { mintDevToken } from '../http/auth/dev-issuer.ts';
import { type RunningServer, startMonitor, startServer } from '../http/connections/listen.ts';
import { loadJobs, startWorker, type Worker } from '../jobs/index.ts';
import { createLog } from '../telemetry/log.ts';
import { startTracing } from '../telemetry/tracing.ts';
import { type BuildOverrides, type BuiltApp, buildApp } from './build-app.ts';
import { findTestPaymentsError, startTestPayments, type TestPayments } from './test-payments.ts';

/** How long work in progress may take to finish after a signal. */
const GRACE_MS = 8_000;
/** How often the start retries an unavailable database, and how often it logs the retries. */
const RETRY_MS = 1_000;
const REPORT_MS = 60_000;

/** The role of a process: the API, a worker, or both. */
type Role = 'api' | 'worker' | 'all';

/**
 * Reads the config, builds and starts the app, and stops it gracefully on the first signal. Prints startup errors as
 * text.
 */
export async function runProcess(role: Role, { hasTestPayments = false } = {}): Promise<void> {
  const stop = listenForStop();
  const config = configOrExit();
  const configError = findTestPaymentsError(config);
  if (hasTestPayments && configError) {
    process.stderr.write(`${configError}\n`);
    process.exit(1);
  }
  const { app, end } = await start(config, role, { hasTestPayments, stop }).catch((error: unknown) => {
    const signal = stop.signal();
    let reason = describeStartError(error);
    if (signal) reason = `It received ${signal} while starting.`;
    process.stderr.write(`Voiceloom did not start. ${reason}\n`);
    process.exit(1);
  });
  const signal = await stop.promise;
  app.log.info({ signal }, 'stopping');
  await end();
}

async function start(
  config: Config,
  role: Role,
  { hasTestPayments, stop }: { hasTestPayments: boolean; stop: Stop },
): Promise<{ app: App; end: () => Promise<void> }> {
  let payments: TestPayments | undefined;
  if (hasTestPayments) payments = await startTestPayments(config);
  const closing = [async () => payments?.close()];
  const close = async () => {
    for (const step of closing.reverse()) await step();
  };
  try {
    const { log_level: level, tracing } = config;
    const log = createLog({ level, version: CONTRACT_VERSION, role, hasTraces: tracing !== undefined });
    const onError = (err: unknown) => logRarely(log, 'warn', { err }, 'traces not sent');
    if (tracing) closing.push(await startTracing(tracing, { version: CONTRACT_VERSION, role, onError }));
    const overrides = { role, log, ...payments?.clocks };
    const built = await buildOnceReachable(payments?.config ?? config, overrides, stop);
    closing.push(built.close);
    // If nobody pays, or on a developer's machine, larger plans grant their credits at once, not next month.
    if (role !== 'worker' && (!built.app.payments || !config.auth)) await grantRaisedCredits(built.app);
    const end = await serve(built.app, role, payments);
    return { app: built.app, end: () => end().then(close) };
  } catch (error) {
    // If the start fails, everything that was built must be closed, especially an embedded database.
    await close();
    throw error;
  }
}

/** Waits while the database is unavailable, until a stop signal. The embedded database is always available. */
async function buildOnceReachable(
  config: Config,
  overrides: BuildOverrides & Required<Pick<BuildOverrides, 'log'>>,
  stop: Stop,
): Promise<BuiltApp> {
  for (let reported = Number.NEGATIVE_INFINITY; ; ) {
    try {
      return await buildApp(config, overrides);
    } catch (error) {
      if (!config.database_url || !isDatabaseAway(error) || stop.signal()) throw error;
      if (performance.now() - reported >= REPORT_MS) {
        reported = performance.now();
        overrides.log.warn({ reason: describeStartError(error) }, 'waiting for the database');
      }
      await Promise.race([delay(RETRY_MS), stop.promise]);
      if (stop.signal()) throw error;
    }
  }
}

/** Starts the parts of this role. Returns the function that stops them. */
async function serve(app: App, role: Role, payments?: TestPayments): Promise<() => Promise<void>> {
  const { config } = app;
  let server: RunningServer | undefined;
  let monitor: RunningServer | undefined;
  let worker: Worker | undefined;
  if (role !== 'worker') {
    server = await startServer(app);
    await payments?.connect(app, server.url);
  } else if (config.metrics_port !== undefined) monitor = await startMonitor(app, config.metrics_port);
  if (role !== 'api') worker = await startWorker(app, await loadJobs());
  app.log.info({ url: (server ?? monitor)?.url }, 'started');
  if (server) await announce(config, config.public_url ?? server.url, payments?.instructions);
  return async () => {
    await server?.close(GRACE_MS);
    await worker?.stop(GRACE_MS);
    await monitor?.close(0);
  };
}

export function configOrExit(): Config {
  try {
    return readConfig(process.env, fileURLToPath(new URL('../../../..', import.meta.url)));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** A small pool for a tool. Without a database, prints `missing` and ends the process. */
export function toolPool(connectionString: string | undefined, missing: string) {
  const onError = (error: Error): void => void process.stderr.write(`${error.message}\n`);
  if (connectionString) return createPool({ connectionString, max: 2, onError });
  process.stderr.write(`${missing}\n`);
  process.exit(1);
}

interface Stop {
  promise: Promise<NodeJS.Signals>;
  signal: () => NodeJS.Signals | undefined;
}

function listenForStop(): Stop {
  let first: NodeJS.Signals | undefined;
  const promise = new Promise<NodeJS.Signals>((resolve) => {
    // Terminals and package managers may send the same signal twice; later ones change nothing.
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.on(name, () => {
        first ??= name;
        resolve(name);
      });
    }
  });
  return { promise, signal: () => first };
}

/** Prints the address of the service, and with the development issuer also how to sign in. */
async function announce(config: Config, url: string, instructions: string[] = []): Promise<void> {
  const lines = [`Voiceloom is up.`, `  API    ${url}`, `  Docs   ${url}/docs`, `  Studio ${url}/studio`];
  let token: string | undefined;
  if (!config.auth) {
    token = await mintDevToken({
      data_dir: config.data_dir,
      sub: 'developer',
      email: 'developer@localhost',
      given_name: 'Local',
      family_name: 'Developer',
      ttl_s: 30 * 86_400,
    });
    lines.push('', '  For another terminal (the token is valid for 30 days, only on this machine):');
    lines.push(`  export VOICELOOM_BASE_URL=${url}`, `  export VOICELOOM_TOKEN=${token}`, '', '  Then try:');
    lines.push(
      '  curl "$VOICELOOM_BASE_URL/api/v1/voices?limit=3" -H "Authorization: Bearer $VOICELOOM_TOKEN"',
    );
  }
  process.stdout.write(`${[...lines, ...instructions].join('\n')}\n`);
  if (config.ready_file) await writeFile(config.ready_file, JSON.stringify({ url, token }), { mode: 0o600 });
}

/** Why a process could not start: a message for an error of its environment, otherwise the stack. */
export function describeStartError(error: unknown): string {
  if (error instanceof ConfigError || error instanceof MigrationError) return error.message;
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return inspect(error);
  const { code, syscall, path } = error as NodeJS.ErrnoException & { code: string };
  const { address, port } = error as { address?: string; port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is in use: set PORT (a worker: METRICS_PORT) to another port, or to 0 for any free port.`;
  if (syscall === 'listen')
    return `It cannot listen on ${address}:${port} (${code}): see HOST and PORT, or METRICS_PORT.`;
  if (syscall === 'connect' || syscall === 'getaddrinfo')
    return `The database cannot be reached (${error.message}): see DATABASE_URL.`;
  // PostgreSQL codes for rejected credentials and for a database that does not exist.
  if (/^(28...|3D000)$/.test(code))
    return `The database rejected the connection (${error.message}): see DATABASE_URL.`;
  if (code === '25006')
    return `The database is read-only (${error.message}). It may be a standby. Set DATABASE_URL to the primary.`;
  if (code === '55P03')
    return `Another process is migrating the database, or has locked a table for too long (${error.message}).`;
  if (path) return `${path} cannot be used (${error.message}): see DATA_DIR.`;
  return inspect(error);
}
