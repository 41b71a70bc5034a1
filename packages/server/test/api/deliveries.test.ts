import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverCompletedRun, rewrapTargetKeys } from '../../src/features/deliveries/index.ts';
import { sweepDeliveries } from '../../src/features/deliveries/jobs.ts';
import { newId } from '../../src/ids.ts';
import { createSecrets } from '../../src/secrets/secrets.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { withCrash } from '../support/crashing-db.ts';
import { bucketBody, deliveryRow, deliveryScene, pushOnce } from '../support/deliveries.ts';
import { createMember, type Member } from '../support/factories.ts';
import { nodeOf, type StoredRun } from '../support/run-factory.ts';
import { insertScriptRun } from '../support/run-script.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { until } from '../support/until.ts';
import { unzip } from '../support/unzip.ts';

const PREFIX = 'builds/voice';
const KEY = { id: 'first', key: randomBytes(32) };

let server: TestApp;
let bucket: S3Server;
let member: Member;
let scene: ReturnType<typeof deliveryScene>;

beforeAll(async () => {
  bucket = await startS3Server();
  const { host } = new URL(bucket.endpoint);
  server = await startTestApp({ config: { provider_allowed_hosts: [host], encryption_keys: [KEY] } });
});
beforeEach(async () => {
  member = await createMember(server);
  scene = deliveryScene(server, member, bucket);
  bucket.objects.clear();
  bucket.refuse = () => undefined;
});
afterAll(async () => {
  await server.close();
  await bucket.close();
});

/** The files in the ZIP of a run, under their names in the bucket. */
async function expectedFiles(run: StoredRun): Promise<Map<string, Buffer>> {
  const { body } = await server.request('GET', `${run.path}/download`, { as: member });
  const response = await fetch(body.data.url);
  const files = await unzip(Buffer.from(await response.arrayBuffer()));
  return new Map([...files].map(([name, bytes]) => [`${PREFIX}/${name}`, bytes]));
}

async function expectDelivered(run: StoredRun): Promise<void> {
  const files = await expectedFiles(run);
  expect([...bucket.objects.keys()].sort()).toEqual([...files.keys()].sort());
  for (const [key, bytes] of files) {
    const object = bucket.objects.get(key);
    expect(object?.body.equals(bytes), key).toBe(true);
    expect(object?.sha256, key).toBe(createHash('sha256').update(bytes).digest('base64'));
  }
}

/** Renames all voices, as their providers can. */
async function renameVoices(name: string): Promise<void> {
  await server.app.db.updateTable('voice').set({ name }).execute();
}

/** Records which keys are written. */
function watchPuts(
  refuse: (count: number) => { status: number; code: string } | undefined = () => undefined,
) {
  const keys: string[] = [];
  bucket.refuse = ({ method, key }) => {
    if (method !== 'PUT') return undefined;
    const refusal = refuse(keys.length);
    if (!refusal) keys.push(key);
    return refusal;
  };
  return keys;
}

describe('a delivery target', () => {
  test('is stored after a test file could be written and deleted, and never shows its secret', async () => {
    const calls: string[] = [];
    bucket.refuse = ({ method, key }) => void calls.push(`${method} ${key.replace(/[0-9a-f]{16}/, '*')}`);
    const { status, body, text } = await scene.request('PUT', '/delivery-targets/cdn', bucketBody(bucket));
    expect(status, text).toBe(200);
    expect(body.data).toMatchObject({ name: 'cdn', bucket: bucket.bucket, prefix: PREFIX, path_style: true });
    const marker = `${PREFIX}/voiceloom-check-*.txt`;
    expect(calls).toEqual([`PUT ${marker}`, `DELETE ${marker}`]);
    expect(bucket.objects.size).toBe(0);
    const listed = await scene.request('GET', '/delivery-targets');
    expect(listed.body.data).toEqual([body.data]);
    const row = await server.app.db
      .selectFrom('delivery_target')
      .selectAll()
      .where('id', '=', body.data.id)
      .executeTakeFirstOrThrow();
    for (const stored of [listed.text, text, row.encrypted_credentials.toString('latin1')])
      expect(stored).not.toContain(bucket.secret_access_key);
  });

  test.each([
    ['a wrong secret', { secret_access_key: 'another' }, 'body.secret_access_key'],
    ['an unknown key', { access_key_id: 'ANOTHER' }, 'body.access_key_id'],
    ['a bucket that is not there', { bucket: 'elsewhere' }, 'body.bucket'],
    ['an address with a query', { endpoint: 'https://s3.example.com/?to=' }, 'body.endpoint'],
    ['an address with a fragment', { endpoint: 'https://s3.example.com/#part' }, 'body.endpoint'],
    ['an address with credentials', { endpoint: 'https://user:pass@s3.example.com' }, 'body.endpoint'],
    ['the address of a metadata service', { endpoint: 'https://0xa9fea9fe' }, 'body.endpoint'],
    ['an address in a private network', { endpoint: 'https://10.1.2.3' }, 'body.endpoint'],
    ['an address of the metadata service', { endpoint: 'http://169.254.169.254' }, 'body.endpoint'],
    ['a prefix that leaves its folder', { prefix: 'a/../b' }, 'body.prefix'],
    ['a prefix that begins with a slash', { prefix: '/a' }, 'body.prefix'],
  ])('with %s is rejected and not stored', async (_, changes, field) => {
    const put = { ...bucketBody(bucket), ...changes };
    const { status, body, text } = await scene.request('PUT', '/delivery-targets/cdn', put);
    expect([status, body.error.details?.[0].field], text).toEqual([422, field]);
    expect(text).not.toContain(put.secret_access_key);
    expect((await scene.request('GET', '/delivery-targets')).body.data).toEqual([]);
  });

  test('that can write but not delete is rejected, and the previous target stays', async () => {
    const before = await scene.target('cdn');
    bucket.refuse = ({ method }) => (method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : undefined);
    const { status, body } = await scene.request('PUT', '/delivery-targets/cdn', bucketBody(bucket));
    expect([status, body.error.details[0].field]).toEqual([422, 'body.bucket']);
    expect((await scene.request('GET', '/delivery-targets')).body.data).toEqual([before]);
  });

  test('whose endpoint does not respond is rejected', async () => {
    const gone = await startS3Server();
    await gone.close();
    const { host } = new URL(gone.endpoint);
    server.app.config.provider_allowed_hosts.push(host);
    const put = { ...bucketBody(bucket), endpoint: gone.endpoint };
    const { status, body } = await scene.request('PUT', '/delivery-targets/cdn', put);
    expect([status, body.error.details[0].field]).toEqual([422, 'body.endpoint']);
  });

  test('is one of at most 20, and can always be replaced and deleted', async () => {
    for (let index = 0; index < 20; index++) await scene.target(`target-${index}`);
    const { status, body } = await scene.request('PUT', '/delivery-targets/more', bucketBody(bucket));
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    await scene.target('target-0', { prefix: 'other' });
    for (let again = 0; again < 2; again++)
      expect((await scene.request('DELETE', '/delivery-targets/target-1')).status).toBe(200);
    expect((await scene.request('GET', '/delivery-targets')).body.data).toHaveLength(19);
  });

  test('is rewrapped with the new key after a key rotation, and delivers as before', async () => {
    const { db } = server.app;
    await scene.target();
    const ring = [{ id: 'second', key: randomBytes(32) }, KEY];
    expect(await rewrapTargetKeys({ db, secrets: createSecrets(ring) })).toBeGreaterThan(0);
    const secrets = createSecrets(ring.slice(0, 1));
    expect(await rewrapTargetKeys({ db, secrets })).toBe(0);
    const run = await insertScriptRun({ server, member });
    const { id } = await scene.start(run);
    await scene.push(id, { ...server.app, secrets });
    await expectDelivered(run);
    // The server of the other tests has only the old key.
    expect(await rewrapTargetKeys({ db, secrets: createSecrets([KEY, ...ring]) })).toBeGreaterThan(0);
  });

  test('belongs only to its workspace', async () => {
    await scene.target();
    const stranger = await createMember(server);
    const other = deliveryScene(server, stranger, bucket);
    expect((await other.request('GET', '/delivery-targets')).body.data).toEqual([]);
    const run = await insertScriptRun({ server, member: stranger });
    const path = run.path.replace('/api/v1', '');
    const { status, body } = await other.request('POST', `${path}/deliveries`, { target: 'game-builds' });
    expect([status, body.error.details[0].field]).toEqual([422, 'body.target']);
    await other.request('DELETE', '/delivery-targets/game-builds');
    expect((await scene.request('GET', '/delivery-targets')).body.data).toHaveLength(1);
    expect((await scene.request('GET', `${path}/deliveries`)).status).toBe(404);
    expect((await scene.request('POST', `${path}/deliveries`, { target: 'game-builds' })).status).toBe(404);
  });
});

describe('a delivery', () => {
  let run: StoredRun;
  beforeEach(async () => {
    run = await insertScriptRun({ server, member });
    await scene.target();
  });

  test('uploads every file of the ZIP under the prefix, each with its checksum', async () => {
    const { id, status, destination } = await scene.start(run);
    const { host } = new URL(bucket.endpoint);
    expect([status, destination]).toEqual(['pending', `s3://${bucket.bucket}/${PREFIX} at ${host}`]);
    await scene.push(id);
    await expectDelivered(run);
    const [delivery] = await scene.deliveries(run);
    const count = bucket.objects.size;
    const size_bytes = [...bucket.objects.values()].reduce((sum, { body }) => sum + body.length, 0);
    expect(delivery).toMatchObject({ id, status: 'completed', files_total: count, files_done: count });
    expect(delivery).toMatchObject({
      size_bytes,
      files_failed: 0,
      failures: [],
      error: null,
      automatic: false,
    });
    const types = ['.wav', '.csv', '.json', '.srt', '.html'].map(
      (ext) => [...bucket.objects].find(([key]) => key.endsWith(ext))?.[1].content_type,
    );
    expect(types).toEqual(['audio/wav', 'text/csv', 'application/json', 'application/x-subrip', 'text/html']);
  });

  test('of one output contains what that output delivers', async () => {
    const { id } = await scene.start(run, { target: 'game-builds', node_id: nodeOf(run, 'sink_preview') });
    await scene.push(id);
    await expectDelivered(run);
    const noise = { target: 'game-builds', node_id: nodeOf(run, 'validator_noise') };
    const { status } = await scene.request('POST', `${run.path.replace('/api/v1', '')}/deliveries`, noise);
    expect(status).toBe(404);
  });

  test('that is requested twice at once is one delivery, and a request after its end starts another one', async () => {
    const both = await Promise.all([scene.start(run), scene.start(run), scene.start(run)]);
    expect(new Set(both.map(({ id }) => id)).size).toBe(1);
    const id = both[0]?.id ?? '';
    await Promise.all([scene.push(id), scene.push(id)]);
    await scene.push(id);
    await expectDelivered(run);
    expect((await deliveryRow(server.app, id)).status).toBe('completed');
    const again = await scene.start(run);
    expect([again.id === id, again.status]).toEqual([false, 'pending']);
  });

  test('stops if the bucket is missing, and resumes there when it is requested again', async () => {
    const { id } = await scene.start(run);
    const many = await withManyFiles(run);
    const sent = watchPuts((count) => (count >= 20 ? { status: 404, code: 'NoSuchBucket' } : undefined));
    await scene.push(id);
    const [failed] = await scene.deliveries(run);
    expect(failed).toMatchObject({ status: 'failed', error: 'The bucket does not exist.', files_done: 16 });
    const seen = new Set(sent);
    const rest = watchPuts();
    const resumed = await scene.start(run);
    expect([resumed.id, resumed.status, resumed.error]).toEqual([id, 'pending', null]);
    await scene.push(id);
    await expectDelivered(run);
    expect(rest.length).toBe(bucket.objects.size - 16);
    expect(rest.filter((key) => seen.has(key)).length).toBeLessThanOrEqual(16);
    expect((await deliveryRow(server.app, id)).position).toBe(many);
  });

  test('waits for a busy bucket, and fails after eight attempts without progress', async () => {
    const { id } = await scene.start(run);
    bucket.refuse = () => ({ status: 503, code: 'SlowDown' });
    for (let tried = 1; tried < 8; tried++) {
      // The job tables store the error of a failed attempt, and a response of the bucket can quote the key.
      const { message, cause } = (await scene.push(id).catch((error: Error) => error)) as Error;
      expect([message, cause]).toEqual(['The bucket is busy: it returned status 503.', undefined]);
      const row = await deliveryRow(server.app, id);
      expect(row).toMatchObject({
        status: 'running',
        attempts: tried,
        error: 'The bucket is busy: it returned status 503.',
      });
    }
    await scene.push(id);
    expect(await deliveryRow(server.app, id)).toMatchObject({ status: 'failed', attempts: 8 });
    bucket.refuse = () => undefined;
    await scene.start(run);
    await scene.push(id);
    await expectDelivered(run);
  }, 60_000);

  test('whose worker dies at each of eight attempts fails, and can be requested again', async () => {
    const { id } = await scene.start(run);
    // An aborted attempt leaves the same state as a dead worker: started, but not finished.
    for (let tried = 1; tried <= 8; tried++)
      await expect(pushOnce(server.app, id, AbortSignal.abort())).rejects.toThrow();
    const sent = watchPuts();
    await scene.push(id);
    const error = 'The delivery was interrupted 8 times in a row without delivering a file.';
    expect((await scene.deliveries(run))[0]).toMatchObject({ status: 'failed', error });
    expect(sent).toEqual([]);
    await scene.start(run);
    await scene.push(id);
    await expectDelivered(run);
  });

  test('that a user started before the end of its run was processed counts as the automatic one', async () => {
    const node_id = nodeOf(run, 'sink_preview');
    await configureOutput(run, { delivery_target: 'game-builds' });
    const { id } = await scene.start(run, { target: 'game-builds', node_id });
    await deliverCompletedRun(server.app, run.id);
    await scene.push(id);
    await deliverCompletedRun(server.app, run.id);
    expect(await scene.deliveries(run)).toMatchObject([{ id, status: 'completed', automatic: true }]);
    await expectDelivered(run);
  });

  test('keeps the original names in all files if its workflow and voices are renamed meanwhile', async () => {
    await configureOutput(run, { file_pattern: '{workflow}/{voice}/{locale}/{line_id}' });
    await withManyFiles(run);
    const before = await expectedFiles(run);
    const { id } = await scene.start(run);
    watchPuts((count) => (count >= 20 ? { status: 503, code: 'SlowDown' } : undefined));
    await expect(scene.push(id)).rejects.toThrow('503');
    const path = `/workflows/${run.path.split('/')[4]}`;
    const renamed = await scene.request('PATCH', path, { name: 'New name' });
    expect(renamed.status, renamed.text).toBe(200);
    await renameVoices('Another voice');
    const rest = watchPuts();
    await scene.push(id);
    // No delivered file is sent again, and no file has two names.
    expect([...bucket.objects.keys()].filter((key) => /New name|Another voice/.test(key))).toEqual([]);
    expect([...bucket.objects.keys()].sort()).toEqual([...before.keys()].sort());
    expect(rest.length).toBe(before.size - 16);
    expect(String(bucket.objects.get(`${PREFIX}/manifest.csv`)?.body)).not.toMatch(/New name|Another voice/);
    const [delivery] = await scene.deliveries(run);
    expect(delivery).toMatchObject({ status: 'completed', files_done: before.size });
    // The next delivery uses the new names.
    await scene.push((await scene.start(run)).id);
    expect([...bucket.objects.keys()].some((key) => key.includes('New name/Another voice/'))).toBe(true);
  });

  test('gets another job if its own was lost, even if many older ones are waiting', async () => {
    const [app, hours] = [server.app, (count: number) => new Date(Date.now() + count * 3_600_000)];
    const { id } = await scene.start(run);
    const { job_id } = await deliveryRow(app, id);
    const row = await deliveryRow(app, id);
    const waiting = Array.from({ length: 450 }, () => ({
      ...{ ...row, failures: '[]', names: null, id: newId(), job_id: newId(), node_id: newId() },
      // The same time for all rows. The sort order still distinguishes them.
      updated_at: hours(-1),
    }));
    await app.db.insertInto('run_delivery').values(waiting).execute();
    const isOther = (job: string) => job !== job_id;
    const queue = {
      ...app.queue,
      live: async (_db: unknown, _job: unknown, ids: readonly string[]) => new Set(ids.filter(isOther)),
    };
    expect(await sweepDeliveries({ ...app, queue }, hours(1))).toBe(1);
    expect((await deliveryRow(app, id)).job_id).not.toBe(job_id);
    await app.db
      .deleteFrom('run_delivery')
      .where(
        'id',
        'in',
        waiting.map((other) => other.id),
      )
      .execute();
  });

  test('names the files that could not be sent, and sends the others', async () => {
    const stored = run.audio.get('hello/en-us')?.delivered ?? '';
    const { object_key } = await server.app.db
      .selectFrom('audio')
      .select('object_key')
      .where('id', '=', stored)
      .where('workspace_id', '=', member.workspace_id)
      .executeTakeFirstOrThrow();
    const { stream } = await server.app.storage.get(object_key);
    const bytes = Buffer.concat(await stream.toArray());
    await server.app.storage.remove(object_key);
    const { id } = await scene.start(run);
    await scene.push(id);
    const [delivery] = await scene.deliveries(run);
    const file = 'en-us/Ada/hello.wav';
    expect(delivery).toMatchObject({
      status: 'failed',
      files_failed: 1,
      failures: [{ file, error: 'The audio of the line is no longer stored.' }],
    });
    expect(bucket.objects.has(`${PREFIX}/${file}`)).toBe(false);
    expect(delivery.files_done).toBe(bucket.objects.size);
    await server.app.storage.put(object_key, Buffer.from('other bytes'), { content_type: 'audio/wav' });
    await scene.start(run);
    await scene.push(id);
    const damaged = [{ file, error: 'The stored audio of the line does not match its SHA-256.' }];
    expect((await scene.deliveries(run))[0].failures).toEqual(damaged);
    await server.app.storage.put(object_key, bytes, { content_type: 'audio/wav' });
    await scene.start(run);
    await scene.push(id);
    await expectDelivered(run);
  });

  test('is not reported as complete if audio was deleted while it was running', async () => {
    const { id } = await scene.start(run);
    const audio_id = run.audio.get('again/en-us')?.delivered ?? '';
    bucket.refuse = async () => {
      await server.app.db.deleteFrom('audio').where('id', '=', audio_id).execute();
      return { status: 503, code: 'SlowDown' };
    };
    await expect(scene.push(id)).rejects.toThrow('503');
    bucket.refuse = () => undefined;
    await scene.push(id);
    const [delivery] = await scene.deliveries(run);
    const error = 'Audio of the run was deleted during the delivery: 1 file is missing.';
    expect(delivery).toMatchObject({ status: 'failed', error, files_done: delivery.files_total - 1 });
  });

  test('ends when its target is moved or deleted, also while it is running', async () => {
    const { id } = await scene.start(run);
    let moved = false;
    bucket.refuse = async ({ key }) => {
      if (moved || key.includes('voiceloom-check')) return undefined;
      moved = true;
      await scene.target('game-builds', { prefix: 'elsewhere' });
      return undefined;
    };
    await scene.push(id);
    const error = 'The delivery target was changed to another bucket or prefix.';
    expect(await deliveryRow(server.app, id)).toMatchObject({ status: 'failed', error });
    const second = await scene.start(run);
    expect(second.id).not.toBe(id);
    await scene.request('DELETE', '/delivery-targets/game-builds');
    expect((await scene.deliveries(run))[0]).toMatchObject({ id: second.id, status: 'failed' });
  });

  test('contains what a failed or canceled run delivered', async () => {
    for (const status of ['failed', 'cancelled']) {
      await server.app.db.updateTable('run').set({ status }).where('id', '=', run.id).execute();
      const { id } = await scene.start(run);
      await scene.push(id);
      expect(await deliveryRow(server.app, id)).toMatchObject({ status: 'completed', files_failed: 0 });
    }
  });

  test('is rejected for an active run', async () => {
    await server.app.db.updateTable('run').set({ status: 'running' }).where('id', '=', run.id).execute();
    const path = `${run.path.replace('/api/v1', '')}/deliveries`;
    const { status, body } = await scene.request('POST', path, { target: 'game-builds' });
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
  });

  test('survives the death of its worker at every statement, and no file is missing or broken', async () => {
    const { id } = await scene.start(run);
    const url = server.app.config.database_url ?? '';
    for (let statement = 1; ; statement++) {
      expect(statement).toBeLessThan(60);
      const died = await withCrash(url, statement, (db) => pushOnce({ ...server.app, db }, id)).then(
        () => false,
        () => true,
      );
      // Attempts without progress count. Here, each attempt fails on its own.
      await server.app.db.updateTable('run_delivery').set({ attempts: 0 }).where('id', '=', id).execute();
      if (!died) break;
    }
    await expectDelivered(run);
    expect((await deliveryRow(server.app, id)).status).toBe('completed');
  }, 60_000);

  test('is taken over from a hanging worker, which can no longer report anything', async () => {
    const { id } = await scene.start(run);
    let release: () => void = () => undefined;
    const held = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    let reached = false;
    bucket.refuse = () => {
      reached = true;
      return held;
    };
    const hanging = scene.push(id);
    await until(async () => reached);
    bucket.refuse = () => undefined;
    await scene.push(id);
    const done = await deliveryRow(server.app, id);
    expect(done.status).toBe('completed');
    release();
    await hanging;
    expect(await deliveryRow(server.app, id)).toEqual(done);
    await expectDelivered(run);
  });
});

/** Writes settings into the output of a run, as if its workflow had set them. */
async function configureOutput(run: StoredRun, settings: object): Promise<void> {
  const { db } = server.app;
  const { definition } = await db
    .selectFrom('run')
    .select('definition')
    .where('id', '=', run.id)
    .executeTakeFirstOrThrow();
  const graph = definition.graph as { nodes: { type: string; config: object }[] };
  const nodes = graph.nodes.map((node) =>
    node.type === 'sink_preview' ? { ...node, config: { ...node.config, ...settings } } : node,
  );
  const wanted = JSON.stringify({ ...definition, graph: { ...graph, nodes } });
  await db.updateTable('run').set({ definition: wanted }).where('id', '=', run.id).execute();
}

/** Adds lines with audio, so that a delivery takes more than one batch. Returns the number of files. */
async function withManyFiles(run: StoredRun): Promise<number> {
  const { db } = server.app;
  const like = await db
    .selectFrom('run_line')
    .selectAll()
    .where('run_id', '=', run.id)
    .where('line_id', '=', 'again')
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: 40 }, (_, index) => ({
    ...like,
    ...{ no: 100 + index, line_id: `more-${index}`, line_index: 100 + index },
    error: like.error && JSON.stringify(like.error),
    translation: null,
    markup: null,
    controls: null,
  }));
  await db.insertInto('run_line').values(rows).execute();
  return (await expectedFiles(run)).size;
}
