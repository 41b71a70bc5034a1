import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import express from 'express';
import { expect } from 'vitest';
import { toApiError } from '../../src/http/errors.ts';
import { fileRoutes } from '../../src/http/files/files.ts';
import {
  type BlobStore,
  createBlobStore,
  type FolderBlobStore,
  type S3Config,
  type StorageErrorCode,
} from '../../src/storage/index.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';

export type Harness = {
  store: BlobStore;
  /** Moves the clock that tickets use. */
  travel: (seconds: number) => void;
  /** The number of leftovers of unfinished puts. */
  leftovers: () => Promise<number>;
  /** Whether the address of a ticket itself rejects bodies over `max_size_bytes`. */
  holdsToMaximum: boolean;
  close: () => Promise<void>;
};

export type FolderHarness = Harness & { store: FolderBlobStore; directory: string; base: string };
export type S3Harness = Harness & { server: S3Server };

export const SECRET = Buffer.alloc(32, 7);

function movableClock() {
  let offset_ms = 0;
  return {
    now: () => new Date(Date.now() + offset_ms),
    travel: (seconds: number) => {
      offset_ms += seconds * 1000;
    },
  };
}

export async function openFolder(): Promise<FolderHarness> {
  const directory = await mkdtemp(join(tmpdir(), 'blobs-'));
  const { now, travel } = movableClock();
  let base = '';
  const store = await createBlobStore(
    { kind: 'folder', directory, baseUrl: () => base, signingSecret: SECRET },
    now,
  );
  if (store.kind !== 'folder') throw new Error('not a folder');
  const app = express();
  app.use(
    fileRoutes(store, (res, error) => {
      const { status, code, message, details } = toApiError(error);
      const meta = { request_id: 'test', timestamp: now().toISOString() };
      res.status(status).json({ error: { code, message, details }, meta });
    }),
  );
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    store,
    directory,
    base,
    travel,
    leftovers: async () => (await readdir(join(directory, 'drafts'))).length,
    holdsToMaximum: true,
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export function s3Config(server: S3Server): S3Config {
  return {
    kind: 's3',
    endpoint: server.endpoint,
    region: server.region,
    bucket: server.bucket,
    access_key_id: server.access_key_id,
    secret_access_key: server.secret_access_key,
    force_path_style: true,
  };
}

export async function openS3(): Promise<S3Harness> {
  const { now, travel } = movableClock();
  const server = await startS3Server({ now });
  const store = await createBlobStore(s3Config(server), now);
  return {
    store,
    server,
    travel,
    leftovers: async () => server.openUploads(),
    holdsToMaximum: false,
    close: async () => {
      await store.close();
      await server.close();
    },
  };
}

export function sha256(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}

export async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export async function textAt(store: BlobStore, key: string): Promise<string | undefined> {
  if (!(await store.head(key))) return undefined;
  return (await bytesOf((await store.get(key)).stream)).toString();
}

export async function allKeys(store: BlobStore, prefix: string, limit: number): Promise<string[]> {
  const keys: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.list(prefix, { cursor, limit });
    keys.push(...page.keys);
    cursor = page.next;
  } while (cursor !== undefined);
  return keys;
}

/** The error of the store with this code. */
export function storageError(name: StorageErrorCode): unknown {
  return expect.objectContaining({ name: 'StorageError', code: name });
}
