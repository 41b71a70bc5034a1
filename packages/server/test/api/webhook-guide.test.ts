import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newWebhookSecret, signedHeaders } from '../../src/features/webhook-endpoints/signature.ts';

type IsGenuine = (secret: string, headers: Record<string, string>, body: string | Buffer) => boolean;

const guide = readFileSync(new URL('../../../../docs/guides/webhooks.md', import.meta.url), 'utf8');
const code = /```js\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
const { isGenuine } = (await import(
  `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
)) as { isGenuine: IsGenuine };

const body = '{"type":"run.completed","data":{"name":"Grüße"}}';
const [secret, next] = [newWebhookSecret(), newWebhookSecret()];
const sign = (secrets: string[], sent_at = new Date()) =>
  signedHeaders(secrets, { id: 'evt-1', sent_at, body });

test('the example in the guide accepts signed data as text, as bytes and during a secret rotation', () => {
  expect(isGenuine(secret, sign([secret]), body)).toBe(true);
  expect(isGenuine(secret, sign([secret]), Buffer.from(body))).toBe(true);
  for (const either of [secret, next]) expect(isGenuine(either, sign([next, secret]), body)).toBe(true);
});

test('the example in the guide rejects another secret, body or id, an old delivery, and missing headers', () => {
  const headers = sign([secret]);
  expect(isGenuine(next, headers, body)).toBe(false);
  expect(isGenuine(secret, headers, `${body} `)).toBe(false);
  expect(isGenuine(secret, { ...headers, 'webhook-id': 'evt-2' }, body)).toBe(false);
  expect(isGenuine(secret, { ...headers, 'webhook-signature': 'v1,' }, body)).toBe(false);
  expect(isGenuine(secret, sign([secret], new Date(Date.now() - 600_000)), body)).toBe(false);
  expect(isGenuine(secret, {}, body)).toBe(false);
});
