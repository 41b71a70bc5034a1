import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp({ config: { database_pool_size: 4 }, checks_ledgers: true });
  member = await createMember(server);
});
afterAll(() => server.close());

/** Keeps every connection of the pool in use until the returned function is called. */
async function occupyPool(): Promise<() => Promise<void>> {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const held = Array.from({ length: 4 }, () => {
    let taken: () => void = () => undefined;
    const isTaken = new Promise<void>((resolve) => {
      taken = resolve;
    });
    const done = server.app.db.connection().execute(async () => {
      taken();
      await opened;
    });
    return { isTaken, done };
  });
  await Promise.all(held.map(({ isTaken }) => isTaken));
  return async () => {
    open();
    await Promise.all(held.map(({ done }) => done));
  };
}

test('a request waits for a database connection that others use', async () => {
  const release = await occupyPool();
  const request = server.request('GET', '/api/v1/voices', { as: member });
  await release();
  expect((await request).status).toBeLessThan(500);
});

test('a request that gets no database connection in time reports that the service is busy', async () => {
  const release = await occupyPool();
  try {
    // The connections are held until after the response.
    const { status, headers, body } = await server.request('GET', '/api/v1/voices', { as: member });
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '5']);
    expect(body.error.message).toContain('busy');
    expect(body.error.message).not.toContain('cannot reach');
  } finally {
    await release();
  }
});

/** A service whose handlers fail this number of times with the error of PostgreSQL before they work. */
async function failing(code: string, times: number): Promise<TestApp> {
  let left = times;
  const failed = <Call extends (...args: never[]) => unknown>(call: Call): Call =>
    ((...args: Parameters<Call>) => {
      left -= 1;
      if (left >= 0) return Promise.reject(Object.assign(new Error('deadlock detected'), { code }));
      return call(...args);
    }) as Call;
  return startTestApp({
    wrap: (handlers) => ({
      ...handlers,
      voices: { ...handlers.voices, list: failed(handlers.voices.list) },
      workflows: { ...handlers.workflows, create: failed(handlers.workflows.create) },
    }),
  });
}

test.each(['40001', '40P01', '26000'])('a read that fails with %s runs again at once', async (code) => {
  const own = await failing(code, 1);
  try {
    const { status } = await own.request('GET', '/api/v1/voices', { as: await createMember(own) });
    expect(status).toBe(200);
  } finally {
    await own.close();
  }
});

test('a request that loses a conflict reports the conflict, and a write does not run again', async () => {
  const own = await failing('40P01', 2);
  try {
    const as = await createMember(own);
    const write = await own.request('POST', '/api/v1/workflows', { as, body: { name: 'Twice' } });
    expect([write.status, write.body.error.code]).toEqual([503, 'UNAVAILABLE']);
    expect(write.body.error.message).toContain('conflicted with another change');
    expect((await own.request('GET', '/api/v1/voices', { as })).status).toBe(200);
  } finally {
    await own.close();
  }
});
