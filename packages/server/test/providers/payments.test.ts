import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { createStripePayments, PaymentsError } from '../../src/providers/payments/index.ts';
import { fetchInBudget, withTimeLimit } from '../../src/providers/payments/stripe-call.ts';

const SECRET_KEY = 'sk_test_thisissecret';

interface ProcessorResponse {
  status: number;
  error?: Record<string, unknown>;
  headers?: Record<string, string>;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Returns the same response to every request, and records the requests. */
async function processorThat({ status, error, headers }: ProcessorResponse) {
  const seen: { key: string | undefined; body: string }[] = [];
  const server = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    req.on('end', () => {
      seen.push({ key: req.headers['idempotency-key']?.toString(), body });
      res.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_1', ...headers });
      res.end(JSON.stringify(error ? { error } : { id: 'cus_1', object: 'customer' }));
    });
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const api_base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const payments = createStripePayments({ secret_key: SECRET_KEY, webhook_secrets: ['whsec_1'], api_base });
  return { payments, seen };
}

const CASES: [string, ProcessorResponse, Partial<PaymentsError>][] = [
  [
    'a decline, in the words of the processor',
    { status: 402, error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } },
    { code: 'declined', message: 'Your card was declined.' },
  ],
  [
    'an object that is not there',
    { status: 404, error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such …' } },
    { code: 'missing' },
  ],
  [
    'too many requests, with when to come back',
    {
      status: 429,
      error: { type: 'rate_limit_error', message: 'Slow down.' },
      headers: { 'Retry-After': '7' },
    },
    { code: 'unavailable', retry_after_s: 7, responded: false },
  ],
  [
    'an error of the processor',
    {
      status: 500,
      error: { type: 'api_error', message: 'Oops.' },
      headers: { 'Stripe-Should-Retry': 'false' },
    },
    { code: 'unavailable', responded: true },
  ],
  [
    'a first request with the same key that is still under way',
    { status: 409, error: { type: 'idempotency_error' }, headers: { 'Stripe-Should-Retry': 'false' } },
    { code: 'unavailable', responded: false },
  ],
  [
    'a key that is refused, without a word of the key',
    {
      status: 401,
      error: { type: 'invalid_request_error', message: `Invalid API Key provided: ${SECRET_KEY}` },
    },
    { code: 'rejected', message: 'The payment processor rejects STRIPE_SECRET_KEY.' },
  ],
  [
    'a request that is wrong, by the name of the parameter alone',
    {
      status: 400,
      error: {
        type: 'invalid_request_error',
        code: 'parameter_unknown',
        param: 'color',
        message: SECRET_KEY,
      },
    },
    {
      code: 'rejected',
      param: 'color',
      message: expect.stringContaining('parameter_unknown, color') as string,
    },
  ],
];

test.each(CASES)('%s', async (_, response, expected) => {
  const { payments } = await processorThat(response);
  const made = payments.createCustomer({ user_id: 'u', email: null }, { key: 'k' });
  const error = await made.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(PaymentsError);
  expect(error).toMatchObject({ ...expected, processor_request_id: 'req_1' });
  expect(inspect(error, { depth: 10 })).not.toContain(SECRET_KEY);
});

test('a write is retried with the key of its first attempt, and other content has another key', async () => {
  const { payments, seen } = await processorThat({ status: 500, error: { type: 'api_error' } });
  const create = (email: string) =>
    payments.createCustomer({ user_id: 'u', email }, { key: 'k' }).catch(() => undefined);
  await create('a@example.com');
  expect(seen).toHaveLength(3);
  expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
  await create('b@example.com');
  expect(new Set(seen.map(({ key }) => key)).size).toBe(2);
});

test('an unreachable processor is unavailable', async () => {
  const payments = createStripePayments({
    secret_key: SECRET_KEY,
    webhook_secrets: ['whsec_1'],
    api_base: 'http://127.0.0.1:9',
  });
  await expect(payments.listCards('cus_1')).rejects.toMatchObject({ code: 'unavailable', responded: false });
});

test('a call that exceeds its time limit is unavailable, and its request is aborted', async () => {
  let ended = (): void => undefined;
  const gone = new Promise<void>((done) => {
    ended = done;
  });
  const server = createServer((req) => void req.on('close', ended));
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(withTimeLimit(50, () => fetchInBudget(url))).rejects.toMatchObject({ code: 'unavailable' });
  await gone;
});
