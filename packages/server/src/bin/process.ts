import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { App } from '../app.ts';
import { buildApp } from '../build-app.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import type { WebhookHandlers } from '../engine/queue.ts';
import { startWorker } from '../engine/worker.ts';
import { deliverMail, sweepMails } from '../features/mail/index.ts';
import { verifyWaitingKeys } from '../features/provider-keys/index.ts';
import { sweepExpiredUploads } from '../features/uploads/jobs.ts';
import { deliver, sendOn, sweepWebhooks } from '../features/webhook-endpoints/index.ts';
import { mintDevToken } from '../http/auth/dev-issuer.ts';
import { sweepIdempotencyKeys } from '../http/idempotency.ts';
import { startServer } from '../http/listen.ts';

/** How long work may take to come to its end after a signal. */
const GRACE_MS = 8_000;

/** The part a process plays: the API, a worker, or both. */
export type Role = 'api' | 'worker' | 'all';

/** Config, app, start, and a graceful stop on the first signal. Faults of the configuration are told in words. */
export async function runProcess(role: Role): Promise<void> {
  const stopped = stopSignal();
  const config = configOrExit();
  const { app, close } = await buildApp(config, { role });
  const server = role === 'worker' ? undefined : await startServer(app);
  const sweep = async (): Promise<void> => {
    await sweepExpiredUploads(app, app.clock());
    await sweepIdempotencyKeys(app);
    await verifyWaitingKeys(app, app.clock());
    await sweepMails(app, app.clock());
    await sweepWebhooks(app, app.clock());
  };
  const mail = (id: string): Promise<void> => deliverMail(app, id);
  const worker =
    role === 'api' ? undefined : await startWorker(app, { sweep, mail, webhooks: webhookHandlers(app) });
  app.log.info({ role, url: server?.url }, 'started');
  if (server) await announce(config, config.public_url ?? server.url);
  const signal = await stopped;
  app.log.info({ signal }, 'stopping');
  await server?.close(GRACE_MS);
  await worker?.stop(GRACE_MS);
  await close();
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

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    // Terminals and package managers may send the same signal twice; later ones change nothing.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(signal));
  });
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
