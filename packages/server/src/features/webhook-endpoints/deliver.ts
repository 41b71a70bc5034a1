import { randomUUID } from 'node:crypto';
import type { App } from '../../app.ts';
import { updateRow } from '../../db/by-id.ts';
import { type Guard, guardedFetch, type Lookup, NoResponseError } from '../../providers/http.ts';
import { markFailed, traced, traceParent } from '../../telemetry/tracing.ts';
import { secretContext } from './actions.ts';
import { disableEndpoint } from './disable.ts';
import {
  type AttemptRow,
  type DeliveryChanges,
  findAttempt,
  GIVEN_UP,
  lockDelivery,
  lockEndpoint,
  updateOpenDelivery,
} from './queries.ts';
import { type DeliveryJob, enqueueDeliveries, webhookDeliveryJobRef } from './queue.ts';
import { signedHeaders } from './signature.ts';
import { eventView } from './view.ts';

const TIMEOUT_MS = 15_000;
const EXCERPT_BYTES = 1_024;

type DeliverApp = Pick<
  App,
  'db' | 'queue' | 'clock' | 'wallClock' | 'log' | 'config' | 'secrets' | 'signingSecret' | 'baseUrl'
>;

interface DeliverOptions {
  signal: AbortSignal;
  /** A resolver, for tests. */
  lookup?: Lookup;
}

/**
 * One attempt of a delivery. Before anything is sent, the attempt is counted and the next one is planned, so that a
 * crash of the worker costs only this attempt. An outdated job does nothing.
 */
export async function deliver(app: DeliverApp, job: DeliveryJob, options: DeliverOptions): Promise<void> {
  const now = app.clock();
  const attempt = await begin(app, job, now);
  if (!attempt) return;
  // Only the host of the endpoint, because customers put credentials into paths.
  const attributes = {
    'http.request.method': 'POST',
    'http.request.resend_count': attempt.attempts - 1,
    'server.address': new URL(attempt.url).hostname,
    'voiceloom.workspace_id': attempt.workspace_id,
    'voiceloom.event_type': attempt.event_type,
    'voiceloom.delivery_id': attempt.id,
  };
  const result = await traced('webhook', { kind: 'CLIENT', attributes }, async (span) => {
    const response = await post(app, attempt, { ...options, now });
    const { response_status: status, error } = response;
    if (status !== null) span.setAttribute('http.response.status_code', status);
    if (error !== null) markFailed(span, status === null ? 'no_response' : String(status));
    return response;
  });
  await settle(app, attempt, result);
}

interface Attempt extends AttemptRow {
  /** The job of the next attempt. */
  next_job_id: string;
  next_at: Date | null;
  first_at: Date;
  started_at: Date;
}

/**
 * Counts an attempt, and queues the next one before this one is sent, so that a crash loses none. Undefined if there
 * is nothing to send.
 */
async function begin(app: DeliverApp, job: DeliveryJob, now: Date): Promise<Attempt | undefined> {
  return app.db.transaction().execute(async (tx) => {
    const lockedDelivery = await lockDelivery(tx, job.delivery_id);
    if (lockedDelivery?.status !== 'pending' || lockedDelivery.attempts !== job.attempts) return undefined;
    const row = await findAttempt(tx, job.delivery_id);
    if (!row?.active) {
      // The delivery was inserted while its endpoint was being disabled, too late to fail with the others.
      await updateOpenDelivery(tx, job.delivery_id, GIVEN_UP);
      return undefined;
    }
    const attempts = row.attempts + 1;
    const next_job_id = randomUUID();
    // A test has only one attempt, because its caller sees the response and can repeat it.
    const pause_s = row.event_type === 'webhook.test' ? undefined : RETRY_DELAYS_S[attempts - 1];
    let next_at: Date | null = null;
    if (pause_s !== undefined)
      next_at = new Date(now.getTime() + pause_s * 1_000 * (1 - JITTER * Math.random()));
    const first_at = row.first_attempt_at ?? now;
    await updateOpenDelivery(tx, row.id, {
      attempts,
      job_id: next_job_id,
      next_attempt_at: next_at,
      first_attempt_at: first_at,
      last_attempt_at: now,
    });
    if (next_at) await enqueueDeliveries(app.queue, tx, [{ ...row, attempts, job_id: next_job_id }], next_at);
    return { ...row, attempts, next_job_id, next_at, first_at, started_at: now };
  });
}

interface AttemptResult {
  response_status: number | null;
  response_body: string | null;
  duration_ms: number;
  error: string | null;
}

/**
 * Sends the event to the endpoint, signed. A response with an error status, or none, is a result and not an
 * exception.
 */
async function post(
  app: DeliverApp,
  attempt: Attempt,
  { signal, lookup, now }: DeliverOptions & { now: Date },
): Promise<AttemptResult> {
  const eventBody = JSON.stringify(eventView(attempt));
  const { previous_secret, previous_secret_until } = attempt;
  const encryptedSecrets = [attempt.secret];
  // The new secret first, then the old one if it is still valid.
  if (previous_secret && previous_secret_until && previous_secret_until > now)
    encryptedSecrets.push(previous_secret);
  const context = secretContext(attempt.endpoint_id);
  const secrets = encryptedSecrets.map((secret) => app.secrets.decrypt(secret, context));
  // The real time, not `clock`, because receivers reject a timestamp that is not current.
  const message = { id: attempt.event_id, sent_at: app.wallClock(), body: eventBody };
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': 'Voiceloom-Webhooks/1',
    ...signedHeaders(secrets, message),
  };
  const traceparent = traceParent();
  if (traceparent) headers.traceparent = traceparent;
  const init = {
    method: 'POST',
    headers,
    body: eventBody,
    timeout_ms: TIMEOUT_MS,
    max_body_bytes: EXCERPT_BYTES,
    signal,
  } as const;
  const guard: Guard = { allow: { private: app.config.webhook_allow_private_networks } };
  if (lookup) guard.lookup = lookup;
  const start = performance.now();
  const duration = (): number => Math.round(performance.now() - start);
  try {
    const { status, body } = await guardedFetch(attempt.url, init, guard);
    // NUL is the only character that a text column rejects.
    const response_body = body.toString('utf8').replaceAll('\u0000', '\ufffd');
    let error: string | null = null;
    if (status < 200 || status >= 300) error = `The receiver returned status ${status}.`;
    if (status >= 300 && status < 400) error += ' Redirects are not followed.';
    return { response_status: status, response_body, duration_ms: duration(), error };
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    return { response_status: null, response_body: null, duration_ms: duration(), error: error.message };
  }
}

/** Stores the result of an attempt. Lock order: endpoint, then delivery. */
async function settle(app: DeliverApp, attempt: Attempt, result: AttemptResult): Promise<void> {
  const { id, endpoint_id, workspace_id, event_type, next_at } = attempt;
  const now = app.clock();
  await app.db.transaction().execute(async (tx) => {
    const endpoint = await lockEndpoint(tx, workspace_id, endpoint_id);
    if (!endpoint) return;
    if (result.error === null) {
      const success = { ...result, status: 'succeeded', next_attempt_at: null };
      if (await updateOpenDelivery(tx, id, success))
        await app.queue.cancel(tx, webhookDeliveryJobRef, [attempt.next_job_id]);
      if (endpoint.failing_since)
        await updateRow(tx, 'webhook_endpoint', { id: endpoint_id, failing_since: null });
      return;
    }
    const isLast = next_at === null;
    const changes: DeliveryChanges = { ...result };
    if (isLast) changes.status = 'failed';
    if (!(await updateOpenDelivery(tx, id, changes))) return;
    if (result.response_status === 410) return disableEndpoint(app, tx, { endpoint, reason: 'gone', now });
    if (event_type === 'webhook.test') return;
    const failingSince = endpoint.failing_since ?? attempt.started_at;
    if (!endpoint.failing_since)
      await updateRow(tx, 'webhook_endpoint', { id: endpoint_id, failing_since: failingSince });
    // Every attempt has failed since the first attempt of this delivery, about a day ago.
    if (isLast && failingSince <= attempt.first_at)
      await disableEndpoint(app, tx, { endpoint, reason: 'failures', now });
  });
  const { response_status, duration_ms, error } = result;
  const facts = {
    delivery_id: id,
    endpoint_id,
    attempts: attempt.attempts,
    response_status,
    duration_ms,
    error,
  };
  app.log.info(facts, error === null ? 'webhook delivered' : 'webhook not delivered');
}

/**
 * Pauses between attempts, almost 24 hours in total. Also in the SDK (`packages/sdk/src/testing/webhooks.ts`), in
 * `docs/guides/webhooks.md` and in `docs/operating/emails-and-webhooks.md`.
 */
const RETRY_DELAYS_S = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800];
/** Pauses are randomly shortened by up to this share, so that attempts do not all arrive at once. */
const JITTER = 0.1;
