import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { App } from '../app.ts';
import { buildApp } from '../build-app.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { sweepLanes } from '../engine/lane-leases.ts';
import type { WebhookHandlers } from '../engine/queue.ts';
import { startWorker } from '../engine/worker.ts';
import { deliverMail, sweepMails } from '../features/mail/index.ts';
import { verifyWaitingKeys } from '../features/provider-keys/index.ts';
import { sweepExpiredUploads } from '../features/uploads/jobs.ts';
import { syncVoices } from '../features/voices/index.ts';
import { deliver, sendOn, sweepWebhooks } from '../features/webhook-endpoints/index.ts';
import { mintDevToken } from '../http/auth/dev-issuer.ts';
import { sweepIdempotencyKeys } from '../http/idempotency.ts';
import { startServer } from '../http/listen.ts';
import { startFault } from './start-fault.ts';

/** How long work may take to come to its end after a signal. */
const GRACE_MS = 8_000;

/** The part a process plays: the API, a worker, or both. */
export type Role = 'api' | 'worker' | 'all';

/** Config, app, start, and a graceful stop on the first signal. What keeps it from starting is told in words. */
export async function runProcess(role: Role): Promise<void> {
  const stop = stopSignal();
  refuseArguments();
  const config = configOrExit();
  const { app, end } = await start(config, role).catch((error: unknown) =>
    exitUnstarted(error, stop.signal()),
  );
  const signal = await stop.promise;
  app.log.info({ signal }, 'stopping');
  await end();
}

async function start(config: Config, role: Role): Promise<{ app: App; end: () => Promise<void> }> {
  const { app, close } = await buildApp(config, { role });
  try {
    const end = await serve(app, role);
    return { app, end: () => end().then(close) };
  } catch (error) {
    // What was built, an embedded database above all, must not outlive a start that failed.
    await close();
    throw error;
  }
}

/** Answers how it is ended. */
async function serve(app: App, role: Role): Promise<() => Promise<void>> {
  const server = role === 'worker' ? undefined : await startServer(app);
  const sweep = async (): Promise<void> => {
    await sweepExpiredUploads(app, app.clock());
    await sweepIdempotencyKeys(app);
    await verifyWaitingKeys(app, app.clock());
    await syncVoices(app, app.clock());
    await sweepLanes(app.db, new Date(app.clock().getTime() - 30 * 86_400_000));
    await sweepMails(app, app.clock());
    await sweepWebhooks(app, app.clock());
  };
  const mail = (id: string): Promise<void> => deliverMail(app, id);
  const worker =
    role === 'api' ? undefined : await startWorker(app, { sweep, mail, webhooks: webhookHandlers(app) });
  app.log.info({ role, url: server?.url }, 'started');
  if (server) await announce(app.config, app.config.public_url ?? server.url);
  return async () => {
    await server?.close(GRACE_MS);
    await worker?.stop(GRACE_MS);
  };
}

/** Flags would change nothing, silently. */
function refuseArguments(): void {
  const [first] = process.argv.slice(2);
  if (first === undefined) return;
  process.stderr.write(
    `${first}: there are no arguments. Settings are environment variables, such as PORT; see docs/operations.md.\n`,
  );
  process.exit(1);
}

/** Ends a process that could not start; one that was told to stop meanwhile has nothing to explain. */
function exitUnstarted(error: unknown, signal: NodeJS.Signals | undefined): never {
  const reason = signal ? `${signal} came while it started.` : startFault(error);
  process.stderr.write(`Voiceloom did not start. ${reason}\n`);
  process.exit(1);
}

function webhookHandlers(app: App): WebhookHandlers {
  return {
    event: (id) => sendOn(app, id),
    delivery: (job, signal) => deliver(app, job, { signal }),
  };
}

export function configOrExit(): Config {
  try {
    return readConfig(process.env, fileURLToPath(new URL('../../../../', import.meta.url)));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

type Stop = { promise: Promise<NodeJS.Signals>; signal: () => NodeJS.Signals | undefined };

function stopSignal(): Stop {
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

/** Says where the service is; with the development issuer also how to get in. */
async function announce(config: Config, url: string): Promise<void> {
  const token = config.auth
    ? undefined
    : await mintDevToken({
        data_dir: config.data_dir,
        sub: 'developer',
        email: 'developer@localhost',
        given_name: 'Local',
        family_name: 'Developer',
        ttl_s: 30 * 86_400,
      });
  const lines = [`Voiceloom is up.`, `  API    ${url}/api/v1`, `  Docs   ${url}/docs`];
  if (token) {
    lines.push('', `  Development token (30 days, this machine only):`, `  ${token}`, '', '  Try:');
    lines.push(`  curl -H "Authorization: Bearer ${token}" "${url}/api/v1/voices?limit=3"`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
  if (config.ready_file) await writeFile(config.ready_file, JSON.stringify({ url, token }), { mode: 0o600 });
}
