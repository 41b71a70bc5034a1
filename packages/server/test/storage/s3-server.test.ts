import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { sha256 } from './harness.ts';

/* The test server must be as strict as real ones. Otherwise, tests with it prove nothing. */
let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

function client(change: Partial<S3ClientConfig> = {}): S3Client {
  return new S3Client({
    endpoint: server.endpoint,
    region: server.region,
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: server.access_key_id, secretAccessKey: server.secret_access_key },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    ...change,
  });
}

const object = (Key: string) => ({ Bucket: server.bucket, Key });

test('a link signed with the default checksum of an empty body is rejected', async () => {
  const url = await getSignedUrl(
    client({ requestChecksumCalculation: 'WHEN_SUPPORTED' }),
    new PutObjectCommand(object('a')),
  );
  const answer = await fetch(url, { method: 'PUT', body: 'hello' });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('BadDigest')]);
});

test('a wrong checksum is rejected, and a correct one is stored', async () => {
  const put = (body: string) => {
    const ChecksumSHA256 = Buffer.from(sha256('hello'), 'hex').toString('base64');
    return client().send(new PutObjectCommand({ ...object('sum'), Body: body, ChecksumSHA256 }));
  };
  await expect(put('other')).rejects.toMatchObject({ name: 'BadDigest' });
  await expect(put('hello')).resolves.toBeDefined();
});

test('a body changed after signing is rejected', async () => {
  const tampering = client();
  tampering.middlewareStack.add(
    (next) => (args) => {
      (args.request as { body: unknown }).body = 'evil!';
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  const put = tampering.send(new PutObjectCommand({ ...object('tampered'), Body: 'hello' }));
  await expect(put).rejects.toMatchObject({ name: 'XAmzContentSHA256Mismatch' });
});

test('a conditional put does not replace an existing object', async () => {
  const put = () => client().send(new PutObjectCommand({ ...object('once'), Body: 'x', IfNoneMatch: '*' }));
  await put();
  await expect(put()).rejects.toMatchObject({ name: 'PreconditionFailed' });
});

test('a clock that is off by an hour is rejected', async () => {
  const late = client({ systemClockOffset: 60 * 60 * 1000 });
  const put = late.send(new PutObjectCommand({ ...object('late'), Body: 'x' }));
  await expect(put).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' });
});

test('a header added to a signed link is rejected', async () => {
  const url = await getSignedUrl(client(), new PutObjectCommand(object('extra')));
  const answer = await fetch(url, { method: 'PUT', body: 'x', headers: { 'x-amz-acl': 'public-read' } });
  expect(answer.status).toBe(403);
});

test('a multipart upload with a small part before the end is rejected', async () => {
  const s3 = client();
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand(object('parts')));
  const part = (PartNumber: number) =>
    s3.send(new UploadPartCommand({ ...object('parts'), UploadId, PartNumber, Body: `part ${PartNumber}` }));
  const Parts = [
    { PartNumber: 1, ETag: (await part(1)).ETag },
    { PartNumber: 2, ETag: (await part(2)).ETag },
  ];
  const complete = new CompleteMultipartUploadCommand({
    ...object('parts'),
    UploadId,
    MultipartUpload: { Parts },
  });
  await expect(s3.send(complete)).rejects.toMatchObject({ name: 'EntityTooSmall' });
});
