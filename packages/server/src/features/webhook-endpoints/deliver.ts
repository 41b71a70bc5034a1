import { randomUUID } from 'node:crypto';
import type { App } from '../../app.ts';
import { updateRow } from '../../db/by-id.ts';
import { type GuardedResponse, guardedFetch, type Lookup, NoAnswerError } from '../../providers/http.ts';
import { markFailed, traced, traceParent } from '../../telemetry/tracing.ts';
import { secretContext } from './actions.ts';
import { disableEndpoint } from './disable.ts';
import {
  type AttemptRow,
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
  'db' | 'queue' | 'clock' | 'wallClock' | 'log' | 'config' | 'secrets' | 'signingSecret'
>;

/** A signal to stop and, for tests, a resolver. */
type DeliverOptions = { signal: AbortSignal; lookup?: Lookup };

/**
 * One attempt of a delivery. Before anything is sent, the attempt is counted and the next one is planned, so that a
 * crash of the worker costs only this attempt. An outdated job does nothing.
 */
export async function deliver(app: DeliverApp, job: DeliveryJob, around: DeliverOptions): Promise<void> {
  const now = app.clock();
  const attempt = await begin(app, job, now);
  if (!attempt) return;
  const answer = await tracedAsk(app, attempt, { ...around, now });
  await settle(app, attempt, answer);
}

interface Attempt extends AttemptRow {
  /** The job of the next attempt. */
  next_job_id: string;
  next_at: Date | null;
  first_at: Date;
  started_at: Date;
}

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
    const { event_type } = row;
    const attempts = row.attempts + 1;
    const next_job_id = randomUUID();
    const next_at = nextAttemptAt({ event_type, attempts, now });
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

interface Answer {
  response_status: number | null;
  response_body: string | null;
  duration_ms: number;
  error: string | null;
}

/** The span contains only the host of the endpoint, because customers put credentials into paths. */
function tracedAsk(app: DeliverApp, attempt: Attempt, around: DeliverOptions & { now: Date }) {
  const attributes = {
    'http.request.method': 'POST',
    'http.request.resend_count': attempt.attempts - 1,
    'server.address': new URL(attempt.url).hostname,
    'voiceloom.workspace_id': attempt.workspace_id,
    'voiceloom.event_type': attempt.event_type,
    'voiceloom.delivery_id': attempt.id,
  };
  return traced('webhook', { kind: 'CLIENT', attributes }, async (span) => {
    const answer = await ask(app, attempt, around);
    const { response_status: status, error } = answer;
    if (status !== null) span.setAttribute('http.response.status_code', status);
    if (error !== null) markFailed(span, status === null ? 'no_response' : String(status));
    return answer;
  });
}

async function ask(
  app: DeliverApp,
  attempt: Attempt,
  around: DeliverOptions & { now: Date },
): Promise<Answer> {
  const body = JSON.stringify(eventView(attempt));
  // The new secret first, then the old one if it is still valid.
  const { previous_secret: previous, previous_secret_until: until } = attempt;
  const encrypted = previous && until && until > around.now ? [attempt.secret, previous] : [attempt.secret];
  const signed = signedHeaders(
    encrypted.map((secret) => app.secrets.decrypt(secret, secretContext(attempt.endpoint_id))),
    {
      id: attempt.event_id,
      // The real time, not `clock`, because receivers reject a timestamp that is not current.
      sent_at: app.wallClock(),
      body,
    },
  );
  const traceparent = traceParent();
  const init = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Voiceloom-Webhooks/1',
      ...(traceparent && { traceparent }),
      ...signed,
    },
    body,
    timeout_ms: TIMEOUT_MS,
    max_body_bytes: EXCERPT_BYTES,
    signal: around.signal,
  } as const;
  const allow = { private: app.config.webhook_allow_private_networks };
  const start = performance.now();
  const duration = (): number => Math.round(performance.now() - start);
  try {
    const response = await guardedFetch(attempt.url, init, {
      allow,
      ...(around.lookup && { lookup: around.lookup }),
    });
    return { ...outcomeOf(response), duration_ms: duration() };
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return { response_status: null, response_body: null, duration_ms: duration(), error: error.message };
  }
}

function outcomeOf({ status, body }: GuardedResponse): Omit<Answer, 'duration_ms'> {
  // NUL is the only character that a text column rejects.
  const response_body = body.toString('utf8').replaceAll('\u0000', '\ufffd');
  const arrived = status >= 200 && status < 300;
  const redirected = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  const error = arrived ? null : `The receiver returned status ${status}.${redirected}`;
  return { response_status: status, response_body, error };
}

/** Stores the result of an attempt. Lock order: endpoint, then delivery. */
async function settle(app: DeliverApp, attempt: Attempt, answer: Answer): Promise<void> {
  const { id, endpoint_id, workspace_id, event_type, next_at } = attempt;
  const now = app.clock();
  await app.db.transaction().execute(async (tx) => {
    const endpoint = await lockEndpoint(tx, workspace_id, endpoint_id);
    if (!endpoint) return;
    if (answer.error === null) {
      const ended = { ...answer, status: 'succeeded', next_attempt_at: null };
      if (await updateOpenDelivery(tx, id, ended))
        await app.queue.cancel(tx, webhookDeliveryJobRef, [attempt.next_job_id]);
      if (endpoint.failing_since)
        await updateRow(tx, 'webhook_endpoint', { id: endpoint_id, failing_since: null });
      return;
    }
    const isLast = next_at === null;
    if (!(await updateOpenDelivery(tx, id, isLast ? { ...answer, status: 'failed' } : { ...answer }))) return;
    if (answer.response_status === 410) return disableEndpoint(app, tx, { endpoint, reason: 'gone', now });
    if (event_type === 'webhook.test') return;
    const failingSince = endpoint.failing_since ?? attempt.started_at;
    if (!endpoint.failing_since)
      await updateRow(tx, 'webhook_endpoint', { id: endpoint_id, failing_since: failingSince });
    // Every attempt has failed since the first attempt of this delivery, about a day ago.
    if (isLast && failingSince <= attempt.first_at)
      await disableEndpoint(app, tx, { endpoint, reason: 'failures', now });
  });
  const { response_status, duration_ms, error } = answer;
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

/** The time of the next attempt, if one begins `now`. Null if that one is the last. */
function nextAttemptAt({
  event_type,
  attempts,
  now,
}: Pick<AttemptRow, 'event_type' | 'attempts'> & { now: Date }) {
  // A test has only one attempt, because its caller sees the response and can repeat it.
  const pause = event_type === 'webhook.test' ? undefined : RETRY_DELAYS_S[attempts - 1];
  return pause === undefined ? null : new Date(now.getTime() + pause * 1_000 * (1 - JITTER * Math.random()));
}
