import { createHash } from 'node:crypto';
import { decode, durationMs } from '@voiceloom/audio';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { auditRun } from '../support/engine.ts';
import { createMember, type Member } from '../support/factories.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { until } from '../support/until.ts';
import { unzip } from '../support/unzip.ts';
import { putBytes, type UploadScene, uploadScene } from '../support/uploads.ts';
import { narration } from '../support/workflows.ts';

const SCRIPT = 'The harbor sleeps.\nA bell rings twice.\nNobody answers.';
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

let bucket: S3Server;
let server: TestApp;
let worker: Worker;
let member: Member;
let scene: UploadScene;

beforeAll(async () => {
  bucket = await startS3Server();
  const { endpoint, region, access_key_id, secret_access_key } = bucket;
  const speech = scriptedSpeech({ durationMs: () => 700 });
  server = await startTestApp({
    role: 'all',
    speech: speech.providers,
    config: {
      storage: {
        kind: 's3',
        bucket: bucket.bucket,
        region,
        endpoint,
        public_endpoint: undefined,
        access_key_id,
        secret_access_key,
        force_path_style: true,
      },
    },
  });
  worker = await startWorker(server.app, runJobs);
  member = await createMember(server);
  scene = await uploadScene(server, member);
});
afterAll(async () => {
  await worker.stop(1_000);
  await server.close();
});

const get = async (path: string) => {
  const { status, body, text } = await server.request('GET', `/api/v1${path}`, { as: member });
  expect(status, text).toBe(200);
  return body.data;
};

const inBucket = (url: string) => expect(url.startsWith(`${bucket.endpoint}/`), url).toBe(true);

describe('the service on a bucket', () => {
  let run: { id: string; status: string; path: string };
  beforeAll(async () => {
    const id = await scene.uploaded(SCRIPT, {
      size_bytes: Buffer.byteLength(SCRIPT),
      checksum_sha256: sha256(SCRIPT),
    });
    expect((await scene.confirm(id)).status).toBe(200);
    const definition = narration({ input_type: 'file', upload_ids: [id], source_language: 'en-us' });
    const saved = await server.request('PUT', `/api/v1/workflows/${scene.workflow.id}`, {
      as: member,
      body: { name: 'Trailer', definition },
    });
    expect(saved.status, saved.text).toBe(200);
    const runs = `/workflows/${scene.workflow.id}/runs`;
    const { status, body } = await server.request('POST', `/api/v1${runs}`, { as: member });
    expect(status).toBe(202);
    const path = `${runs}/${body.data.id}`;
    await until(async () => (await get(`${path}/status`)).completed_at !== null, 30_000);
    run = { ...(await get(path)), path };
  });

  test('a run reads its script from the bucket, and completes', async () => {
    expect(run).toMatchObject({ status: 'completed', credits: 3 });
    expect(await auditRun(server.app, run.id)).toEqual([]);
  });

  test('no file stays in the folder where uploads arrive', async () => {
    await until(async () => ![...bucket.objects.keys()].some((key) => key.startsWith('uploads/pending/')));
    expect(bucket.openUploads()).toBe(0);
  });

  test('the ZIP is made from the files in the bucket', async () => {
    const { url } = await get(`${run.path}/download`);
    const { pathname } = new URL(url);
    const { body, status } = await supertest(server.url).get(pathname).buffer(true).responseType('blob');
    expect(status).toBe(200);
    const files = await unzip(body);
    const takes = [...files].filter(([name]) => name.endsWith('.wav'));
    expect(takes).toHaveLength(3);
    for (const [, bytes] of takes) {
      const { pcm } = await decode(bytes);
      expect(durationMs(pcm)).toBe(700);
    }
  });

  test('a line is played directly from the bucket, with byte ranges if a player requests them', async () => {
    const [{ cards }] = (await get(`${run.path}/data`)).rows;
    const { audio_id, playback_url } = cards[0].audio;
    const named = await get(`${run.path}/audio/${audio_id}/url`);
    inBucket(named.url);
    inBucket(playback_url);
    const whole = await fetch(playback_url);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/wav']);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const part = await fetch(playback_url, { headers: { Range: 'bytes=0-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'RIFF']);
    expect(bytes.subarray(0, 4).toString()).toBe('RIFF');
    expect((await fetch(playback_url, { method: 'PUT', body: 'x' })).status).toBe(403);
  });

  test('a confirmed upload is downloaded from the bucket under its own name', async () => {
    const id = await scene.uploaded('Read me.');
    const { body } = await scene.confirm(id);
    inBucket(body.data.download_url);
    const file = await fetch(body.data.download_url);
    expect(await file.text()).toBe('Read me.');
    expect(file.headers.get('content-disposition')).toContain('script.txt');
  });
});

describe('an upload into the bucket', () => {
  const announce = async (fields: object = {}) => {
    const { status, body } = await scene.announce({ filename: 'a.txt', category: 'script', ...fields });
    expect(status).toBe(201);
    inBucket(body.data.upload_url);
    return body.data as { upload: { id: string; content_type: string }; upload_url: string };
  };
  const arrived = () => [...bucket.objects.keys()].filter((key) => key.startsWith('uploads/pending/'));

  test('of another type is rejected by the bucket', async () => {
    const { upload_url } = await announce();
    expect((await putBytes(upload_url, '<b>Hi</b>', 'text/html')).status).toBe(403);
    expect(arrived()).toEqual([]);
  });

  test('of another size than announced is rejected by the bucket', async () => {
    const { upload, upload_url } = await announce({ size_bytes: 4 });
    expect((await putBytes(upload_url, 'longer', upload.content_type)).status).toBe(403);
    expect(arrived()).toEqual([]);
    expect((await putBytes(upload_url, 'four', upload.content_type)).status).toBe(200);
    expect((await scene.confirm(upload.id)).status).toBe(200);
  });

  test('with another checksum than announced is rejected when it is confirmed, and not charged', async () => {
    const used = await scene.usedBytes();
    const { upload, upload_url } = await announce({ checksum_sha256: sha256('what was meant') });
    expect((await putBytes(upload_url, 'what has come', upload.content_type)).status).toBe(200);
    const { status, body } = await scene.confirm(upload.id);
    expect([status, body.error.details[0].field]).toEqual([422, 'params.upload_id']);
    expect(await scene.usedBytes()).toBe(used);
  });

  test('over the limit is rejected when it is confirmed, because a bucket cannot enforce a maximum', async () => {
    const { upload, upload_url } = await announce();
    expect((await putBytes(upload_url, 'x', upload.content_type)).status).toBe(200);
    const [key = ''] = (await scene.storedKeys(upload.id)).slice(-1);
    const object = bucket.objects.get(key);
    if (!object) throw new Error(`Not in the bucket: ${key}`);
    bucket.objects.set(key, { ...object, body: Buffer.alloc(100 * 1024 * 1024 + 1) });
    const { status, body } = await scene.confirm(upload.id);
    expect([status, body.error.details[0].field]).toEqual([422, 'params.upload_id']);
    await scene.remove(upload.id);
  });
});

test('without its bucket the service is ready, and reports that files are unavailable', async () => {
  const ready = async () => (await supertest(server.url).get('/ready').expect(200)).body.data.checks.storage;
  expect(await ready()).toBe('ok');
  await bucket.close();
  // The service caches this response for a second.
  await until(async () => (await ready()) === 'unavailable');
});
