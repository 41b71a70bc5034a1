import { expect } from 'vitest';
import type { App } from '../../src/app.ts';
import { pushJob } from '../../src/features/deliveries/jobs.ts';
import type { TestApp } from './app.ts';
import type { Member } from './factories.ts';
import type { StoredRun } from './run-factory.ts';
import { runJob } from './run-job.ts';
import type { S3Server } from './s3-server.ts';

/** A body for the bucket of a test server. */
export function bucketBody({ endpoint, region, bucket, access_key_id, secret_access_key }: S3Server) {
  return { endpoint, region, bucket, prefix: 'builds/voice', access_key_id, secret_access_key };
}

/**
 * The calls that one member's tests make with one bucket. The test makes every attempt of a delivery itself.
 */
export function deliveryScene(server: TestApp, member: Member, bucket: S3Server) {
  const request = (method: string, path: string, body?: unknown) =>
    server.request(method, `/api/v1${path}`, { as: member, ...(body !== undefined && { body }) });
  return {
    request,
    async target(name = 'game-builds', changes: object = {}) {
      const body = { ...bucketBody(bucket), ...changes };
      const { status, body: answer, text } = await request('PUT', `/delivery-targets/${name}`, body);
      expect(status, text).toBe(200);
      return answer.data as { id: string; name: string };
    },
    async start(run: StoredRun, body: object = { target: 'game-builds' }) {
      const answer = await request('POST', `${run.path.replace('/api/v1', '')}/deliveries`, body);
      expect(answer.status, answer.text).toBe(202);
      return answer.body.data as { id: string; status: string; [field: string]: unknown };
    },
    async deliveries(run: StoredRun) {
      const { status, body } = await request('GET', `${run.path.replace('/api/v1', '')}/deliveries`);
      expect(status).toBe(200);
      return body.data;
    },
    /** Makes the next attempt of a delivery, like its job. */
    push: (id: string, app: App = server.app) => pushOnce(app, id),
  };
}

export async function pushOnce(app: App, id: string, signal = new AbortController().signal): Promise<void> {
  const { job_id } = await deliveryRow(app, id);
  await runJob(app, pushJob, { id: job_id, data: { delivery_id: id }, signal });
}

export function deliveryRow({ db }: Pick<App, 'db'>, id: string) {
  return db.selectFrom('run_delivery').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
