import { expect, expectTypeOf, test } from 'vitest';
import type { RunCompletedNotice, WebhookEvent } from '../src/index.ts';
import {
  newSecret,
  seenInMemory,
  sign,
  type UnknownWebhookEvent,
  verify,
  WebhookError,
  webhookHandler,
} from '../src/webhooks.ts';

// The example in the tests of the Standard Webhooks reference libraries.
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  seconds: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const AT = Date.parse('2026-11-21T10:00:00Z');
const now = () => AT;
const secret = newSecret();
const event: WebhookEvent = {
  id: '0b9fb1c6-5d54-4a1e-8f6c-7d5b4f2e1a90',
  type: 'upload.confirmed',
  timestamp: '2026-11-21T10:00:00.000Z',
  workspace_id: '7c0e6a0e-1f39-4f7d-9d46-30b7a2a9d1c4',
  data: {
    upload_id: '2f2a8f0e-7a5c-4d0b-9a3e-6b1c8d9e0f11',
    filename: 'Grüße.csv',
    category: 'script',
    size_bytes: 12,
    workflow_id: '5a6b7c8d-9e0f-4a1b-8c2d-3e4f5a6b7c8d',
  },
};

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WebhookError);
  return (error as WebhookError).code;
}

test('the published example of Standard Webhooks has a valid signature, and a changed body does not', async () => {
  const headers = {
    'webhook-id': VECTOR.id,
    'webhook-timestamp': String(VECTOR.seconds),
    'webhook-signature': VECTOR.signature,
  };
  const options = { now: () => VECTOR.seconds * 1000 };
  // Its body has no type, so the signature is valid and the event is rejected.
  expect(await codeOf(verify(VECTOR.body, headers, VECTOR.secret, options))).toBe('INVALID_BODY');
  const other = VECTOR.body.replace('314', '315');
  expect(await codeOf(verify(other, headers, VECTOR.secret, options))).toBe('NO_MATCHING_SIGNATURE');
});

test.each([
  ['text', (body: string) => body],
  ['bytes', (body: string) => new TextEncoder().encode(body)],
  ['a buffer', (body: string) => new TextEncoder().encode(body).buffer],
])('a signed delivery is verified as %s, with headers of either form', async (_, form) => {
  const { headers, body } = await sign(event, secret, { now });
  expect(await verify(form(body), new Headers(headers), secret, { now })).toEqual(event);
  const ofNode = { 'Webhook-Id': headers['webhook-id'], 'WEBHOOK-TIMESTAMP': headers['webhook-timestamp'] };
  const listed = { ...ofNode, 'webhook-signature': [headers['webhook-signature']] };
  expect(await verify(form(body), listed, secret, { now })).toEqual(event);
});

test('during a secret rotation each side may have both secrets, and an unknown extra signature does no harm', async () => {
  const next = newSecret();
  const both = await sign(event, [next, secret], { now });
  for (const one of [next, secret])
    expect(await verify(both.body, both.headers, one, { now })).toEqual(event);
  const old = await sign(event, secret, { now });
  expect(await verify(old.body, old.headers, [next, secret], { now })).toEqual(event);
  const signature = `v1a,AAAA v1,!!! v1,AAAA ${old.headers['webhook-signature']}`;
  const headers = { ...old.headers, 'webhook-signature': signature };
  expect(await verify(old.body, headers, secret, { now })).toEqual(event);
});

test('each reason to reject a delivery has its code', async () => {
  const { headers, body } = await sign(event, secret, { now });
  const refused = (change: object, text = body, secrets = secret) =>
    codeOf(verify(text, { ...headers, ...change } as Record<string, string>, secrets, { now }));
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    expect(await refused({ [name]: undefined })).toBe('MISSING_HEADER');
  }
  expect(await refused({ 'webhook-timestamp': 'yesterday' })).toBe('INVALID_TIMESTAMP');
  expect(await refused({}, `${body} `)).toBe('NO_MATCHING_SIGNATURE');
  expect(await refused({ 'webhook-id': 'another' })).toBe('NO_MATCHING_SIGNATURE');
  expect(await refused({ 'webhook-signature': 'v1,' })).toBe('NO_MATCHING_SIGNATURE');
  expect(await refused({}, body, newSecret())).toBe('NO_MATCHING_SIGNATURE');
  expect(await refused({}, body, 'whsec_')).toBe('INVALID_SECRET');
  expect(await refused({}, body, 'whsec_not base64!')).toBe('INVALID_SECRET');
});

test('a signed body that is not an event is rejected with its own code', async () => {
  const { signatureOf } = await import('../src/webhooks/signature.ts');
  for (const body of ['{', '[]', 'null', '{"type":1}', '"run.completed"']) {
    const timestamp = String(AT / 1000);
    const content = { id: 'e', timestamp, body: new TextEncoder().encode(body) };
    const headers = { 'webhook-id': 'e', 'webhook-timestamp': timestamp };
    const signed = { ...headers, 'webhook-signature': await signatureOf(content, [secret]) };
    expect(await codeOf(verify(body, signed, secret, { now }))).toBe('INVALID_BODY');
  }
});

test('a delivery is accepted within the tolerance, and rejected one second outside of it on either side', async () => {
  const { headers, body } = await sign(event, secret, { now });
  const at = (seconds: number, toleranceSeconds?: number) =>
    verify(body, headers, secret, {
      now: () => AT + seconds * 1000,
      ...(toleranceSeconds !== undefined && { toleranceSeconds }),
    });
  for (const seconds of [-300, 0, 300]) expect(await at(seconds)).toEqual(event);
  expect(await codeOf(at(301))).toBe('TIMESTAMP_TOO_OLD');
  expect(await codeOf(at(-301))).toBe('TIMESTAMP_TOO_NEW');
  expect(await codeOf(at(11, 10))).toBe('TIMESTAMP_TOO_OLD');
});

test('an event of a type that is not known yet is returned as unknown, complete', async () => {
  const later = { id: 'e-1', type: 'run.applauded', data: { claps: 3 } };
  const { headers, body } = await sign(later, secret, { now });
  expect(await verify(body, headers, secret, { now })).toEqual({ type: 'unknown', id: 'e-1', event: later });
});

test('a duplicate event is rejected until its id is forgotten', async () => {
  const { headers, body } = await sign(event, secret, { now });
  const dedupe = seenInMemory();
  const take = () => verify(body, headers, secret, { now, dedupe });
  await take();
  const error = await take().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'DUPLICATE', status: 200 });
  dedupe.delete(event.id);
  expect(await take()).toEqual(event);
});

test('an id counts as seen only after its signature is verified, and the memory is limited', async () => {
  const { headers, body } = await sign(event, secret, { now });
  const dedupe = seenInMemory(2);
  expect(await codeOf(verify(`${body} `, headers, secret, { now, dedupe }))).toBe('NO_MATCHING_SIGNATURE');
  expect(await verify(body, headers, secret, { now, dedupe })).toEqual(event);
  expect([dedupe.add('b'), dedupe.add('c'), dedupe.add(event.id)]).toEqual([true, true, true]);
});

test('a handler calls the listener of the type once, and responds so that failed events are sent again', async () => {
  const heard: string[] = [];
  let broken = true;
  const handle = webhookHandler({
    secrets: secret,
    now,
    dedupe: seenInMemory(),
    on: {
      'upload.confirmed': ({ data }) => {
        if (broken) throw new Error('The database is away.');
        heard.push(data.filename);
      },
    },
  });
  const send = async (change: RequestInit = {}) =>
    (
      await handle(
        new Request('https://me.test/hooks', { ...(await sign(event, secret, { now })), ...change }),
      )
    ).status;
  expect(await send()).toBe(500);
  broken = false;
  expect([await send(), await send()]).toEqual([200, 200]);
  expect(heard).toEqual(['Grüße.csv']);
  expect(await send({ body: '{}' })).toBe(400);
});

test('an event without a listener gets a success response, and unknown types have their own listener', async () => {
  const unknown: unknown[] = [];
  const handle = webhookHandler({ secrets: secret, now, on: { unknown: ({ id }) => unknown.push(id) } });
  for (const sent of [event, { id: 'e-1', type: 'run.applauded' }]) {
    const request = new Request('https://me.test/hooks', await sign(sent, secret, { now }));
    expect((await handle(request)).status).toBe(200);
  }
  expect(unknown).toEqual(['e-1']);
});

test('the type of an event determines the type of its data', () => {
  type Verified = Awaited<ReturnType<typeof verify>>;
  type Completed = Extract<Verified, { type: 'run.completed' }>;
  expectTypeOf<Completed>().toEqualTypeOf<RunCompletedNotice>();
  expectTypeOf<Exclude<Verified, UnknownWebhookEvent>>().toEqualTypeOf<WebhookEvent>();
});

test('an invalid secret is reported as such, and never as an error of the delivery', async () => {
  const { headers, body } = await sign(event, secret, { now });
  for (const none of [undefined, null, '', [], [secret, undefined], 7]) {
    const error = await verify(body, headers, none as string, { now }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'INVALID_SECRET', status: 500 });
    await expect(sign(event, none as string)).rejects.toMatchObject({ code: 'INVALID_SECRET' });
  }
});

test('a tolerance or a clock that is not a number verifies nothing', async () => {
  const { headers, body } = await sign(event, secret, { now: () => 0 });
  const faults = [{ toleranceSeconds: Number.NaN }, { toleranceSeconds: -1 }, { now: () => Number.NaN }];
  for (const options of faults) {
    expect(await codeOf(verify(body, headers, secret, options))).toBe('INVALID_OPTIONS');
  }
});

test('limits that are not numbers are rejected at once, because they would limit nothing', () => {
  const invalid = expect.objectContaining({ code: 'INVALID_OPTIONS' });
  for (const maxBytes of [Number.NaN, -1]) {
    expect(() => webhookHandler({ secrets: secret, on: {}, maxBytes })).toThrow(invalid);
  }
  for (const limit of [Number.NaN, 0]) expect(() => seenInMemory(limit)).toThrow(invalid);
});

test('headers of another fetch package are read like those of the platform', async () => {
  const { headers, body } = await sign(event, secret, { now });
  const foreign = { get: (name: string) => headers[name as keyof typeof headers] ?? null };
  expect(await verify(body, foreign as Headers, secret, { now })).toEqual(event);
});

test('a body that was parsed before is reported as such', async () => {
  const { headers } = await sign(event, secret, { now });
  expect(await codeOf(verify(event as unknown as string, headers, secret, { now }))).toBe('INVALID_OPTIONS');
});

test('signatures in every header of the name are tried, up to a limit', async () => {
  const { headers, body } = await sign(event, secret, { now });
  const foreign = `v1,${btoa('x'.repeat(32))}`;
  const own = headers['webhook-signature'];
  const told = (signature: string | string[]) =>
    verify(body, { ...headers, 'webhook-signature': signature }, secret, { now });
  expect(await told([foreign, own])).toEqual(event);
  expect(await told(`${foreign}, ${own}`)).toEqual(event);
  expect(await told(`${`${foreign} `.repeat(19)}${own}`)).toEqual(event);
  expect(await codeOf(told(`${`${foreign} `.repeat(20)}${own}`))).toBe('NO_MATCHING_SIGNATURE');
});

test('a duplicate event gets the same response as the first one, whose listener is still running', async () => {
  const begun = Promise.withResolvers<void>();
  const work = Promise.withResolvers<void>();
  const told: unknown[] = [];
  const handle = webhookHandler({
    secrets: secret,
    now,
    dedupe: seenInMemory(),
    on: {
      'upload.confirmed': () => {
        begun.resolve();
        return work.promise;
      },
    },
    onError: (error) => told.push(error),
  });
  const request = async () =>
    handle(new Request('https://me.test/hooks', await sign(event, secret, { now })));
  const first = request();
  await begun.promise;
  const second = request();
  const away = new Error('The database is away.');
  // The second call waits for the first, because the work is not yet done.
  expect(await Promise.race([second, sign(event, secret).then(() => 'waits')])).toBe('waits');
  work.reject(away);
  expect([(await first).status, (await second).status]).toEqual([500, 500]);
  expect(told).toEqual([away, away]);
});

test('an attempt that starts while the previous one is being forgotten is awaited as well', async () => {
  const seen = new Set<string>();
  const forgotten = Promise.withResolvers<void>();
  const dedupe = {
    add: (id: string) => seen.size !== seen.add(id).size,
    // Like a database: the row is deleted before the response arrives.
    delete: (id: string) => seen.delete(id) && forgotten.promise,
  };
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const work = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let tries = 0;
  const listener = () => {
    begun[tries]?.resolve();
    tries += 1;
    return work[tries - 1]?.promise;
  };
  const handle = webhookHandler({ secrets: secret, now, dedupe, on: { 'upload.confirmed': listener } });
  const send = async () => handle(new Request('https://me.test/hooks', await sign(event, secret, { now })));
  const first = send();
  await begun[0]?.promise;
  work[0]?.reject(new Error('The database is away.'));
  await expect.poll(() => seen.size).toBe(0);
  const second = send();
  await begun[1]?.promise;
  forgotten.resolve();
  expect((await first).status).toBe(500);
  const third = send();
  expect(await Promise.race([third, sign(event, secret).then(() => 'waits')])).toBe('waits');
  work[1]?.resolve();
  expect([(await second).status, (await third).status, tries]).toEqual([200, 200, 2]);
});

test('a handler never rejects: errors of stores and lookups are reported and get a 500', async () => {
  const told: unknown[] = [];
  const broken = () => Promise.reject(new Error('away'));
  const options = { now, on: {}, onError: (error: unknown) => told.push(error) };
  const handlers = [
    webhookHandler({ ...options, secrets: broken }),
    webhookHandler({ ...options, secrets: secret, dedupe: { add: broken, delete: broken } }),
    webhookHandler({ ...options, secrets: undefined as unknown as string }),
    webhookHandler({
      ...options,
      secrets: broken,
      onError: () => {
        throw new Error('The log is away as well.');
      },
    }),
  ];
  for (const handle of handlers) {
    const request = new Request('https://me.test/hooks', await sign(event, secret, { now }));
    expect((await handle(request)).status).toBe(500);
  }
  expect(told.map(String)).toEqual([
    'Error: away',
    'Error: away',
    expect.stringContaining('The secret is undefined'),
  ]);
});

test('secrets can be looked up per delivery, by path', async () => {
  const secrets = new Map([['/hooks/one', secret]]);
  const handle = webhookHandler({
    secrets: async (request) => secrets.get(new URL(request.url).pathname),
    now,
    on: {},
  });
  const send = async (path: string) =>
    (await handle(new Request(`https://me.test${path}`, await sign(event, secret, { now })))).status;
  secrets.set('/hooks/other', newSecret());
  secrets.set('/hooks/left', null as unknown as string);
  const paths = ['/hooks/one', '/hooks/other', '/hooks/none', '/hooks/left'];
  expect(await Promise.all(paths.map(send))).toEqual([200, 400, 404, 404]);
});

test('a body that is larger than allowed is not read to its end', async () => {
  const handle = webhookHandler({ secrets: secret, now, on: {}, maxBytes: 100 });
  let given = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      given += 1;
      controller.enqueue(new Uint8Array(60));
    },
  });
  const init = { method: 'POST', body: endless, duplex: 'half' } as RequestInit;
  expect((await handle(new Request('https://me.test/hooks', init))).status).toBe(413);
  expect(given).toBeLessThan(5);
});
