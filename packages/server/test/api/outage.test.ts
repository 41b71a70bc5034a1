import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { runEndedJob } from '../../src/features/runs/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { type Answer, startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member, type TestKey } from '../support/factories.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { type CrashablePostgres, startCrashablePostgres } from '../support/processes.ts';
import { until } from '../support/until.ts';
import { narration } from '../support/workflows.ts';

const directory = mkdtempSync(join(tmpdir(), 'voiceloom-outage-'));
const logged: { level: string | number; msg: string; run_id?: string }[] = [];
const logTo = new Writable({
  write(line, _encoding, done) {
    logged.push(JSON.parse(String(line)));
    done();
  },
});

let postgres: CrashablePostgres;
let server: TestApp;
let worker: Worker;
let member: Member;
let key: TestKey;
let run: string;

beforeAll(async () => {
  // PostgreSQL does not run as root, and must be able to read its directory as another user.
  chmodSync(directory, 0o755);
  postgres = await startCrashablePostgres(join(directory, 'postgres'));
  const speech = scriptedSpeech({ durationMs: () => 300 }).providers;
  server = await startTestApp({
    database_url: postgres.url,
    role: 'all',
    speech,
    logTo,
    checks_ledgers: true,
  });
  worker = await startWorker(server.app, [...runJobs, runEndedJob]);
  member = await createMember(server);
  key = await createKey(server, member);
  run = await runToEnd();
});
afterAll(async () => {
  await worker.stop(1_000);
  await server.close();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
});

const ready = () => server.request('GET', '/ready');

function expectUnavailable({ status, headers, body, text }: Answer): void {
  expect(status, text).toBe(503);
  expect(body.error.code).toBe('UNAVAILABLE');
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

/** One request of every kind: tokens, keys, reads, writes, repeatable writes, streams, signed links. */
function everyWay(link: string): Promise<Answer>[] {
  const body = { name: 'New' };
  const as = { token: key.token };
  return [
    server.request('GET', '/api/v1/auth/whoami', { as: member }),
    server.request('GET', '/api/v1/workflows', { as: member }),
    server.request('GET', '/api/v1/voices', { as }),
    server.request('POST', '/api/v1/workflows', { as, body }),
    server.request('POST', '/api/v1/workflows', {
      as: member,
      body,
      headers: { 'Idempotency-Key': randomUUID() },
    }),
    server.request('POST', '/api/v1/uploads', { as, body: { filename: 'a.txt', category: 'script' } }),
    server.request('GET', run, { as }),
    server.request('GET', `${run}/events`, { as: member }),
    server.request('GET', link),
  ];
}

/** A run of a new workflow, from its start to its last event. */
async function runToEnd(): Promise<string> {
  const body = { name: 'Story', definition: narration() };
  const workflow = await server.request('POST', '/api/v1/workflows', { as: member, body });
  const runs = `/api/v1/workflows/${workflow.body.data.id}/runs`;
  const started = await server.request('POST', runs, { as: member });
  expect(started.status).toBe(202);
  const path = `${runs}/${started.body.data.id}`;
  const events = await server.request('GET', `${path}/events`, { as: member });
  expect(events.text).toContain('event: line.completed');
  expect((await server.request('GET', path, { as: member })).body.data.status).toBe('completed');
  return path;
}

test('the log shows a run from start to end by its id', async () => {
  const id = run.split('/').at(-1);
  const lines = () => logged.filter(({ run_id }) => run_id === id);
  await until(async () => lines().some(({ msg }) => msg === 'run ended'));
  expect(lines().map(({ msg }) => msg)).toEqual(['run created', 'run started', 'run ended']);
  const place = { host: hostname(), pid: process.pid, role: 'all' };
  expect(lines()).toMatchObject([place, place, { ...place, status: 'completed', lines_failed: 0 }]);
});

test('requests return 503 while the database is unavailable, and everything works again afterwards', async () => {
  expect((await ready()).status).toBe(200);
  const { body } = await server.request('GET', `${run}/download`, { as: member });
  const link = body.data.url;

  const during = Promise.allSettled([...everyWay(link), ...everyWay(link)]);
  await postgres.crash();
  // The service caches the identity of a caller for a moment.
  await until(
    async () => (await server.request('GET', '/api/v1/auth/whoami', { as: member })).status !== 200,
  );
  for (const answer of await Promise.all(everyWay(link))) expectUnavailable(answer);

  // The service caches this response for a second.
  await until(async () => (await ready()).status !== 200);
  const away = await ready();
  expectUnavailable(away);
  expect(away.body.error.details.map(({ field }: { field: string }) => field)).toContain('database');
  expect((await server.request('GET', '/health')).status).toBe(200);

  await postgres.restart();
  await until(async () => (await ready()).status === 200, 30_000);
  for (const outcome of await during) {
    // Only a download that has already sent some bytes can break.
    if (outcome.status === 'rejected') expect(outcome.reason.message).toBe('terminated');
    else if (outcome.value.status >= 500) expectUnavailable(outcome.value);
  }
  const back = await Promise.all(everyWay(link));
  expect(back.map(({ status }) => status)).toEqual([200, 200, 200, 201, 201, 201, 200, 200, 200]);
  await runToEnd();
  expect(logged.filter(({ msg }) => msg === 'request failed')).toEqual([]);
}, 120_000);
