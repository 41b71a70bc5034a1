import type { Readable } from 'node:stream';
import type { Expectation, Measurements } from './meter.ts';

export type ByteRange = { start: number; end?: number };
export type PutOptions = Expectation & { content_type: string };
export type BlobHead = {
  size_bytes: number;
  content_type: string;
  etag: string;
  modified_at: Date;
};
/** `size_bytes` is the size of the whole object. `range` is the part in the stream, including both ends. */
export type BlobContent = BlobHead & {
  stream: Readable;
  range?: { start: number; end: number };
};
export type BlobPage = { keys: string[]; next: string | undefined };

export type UploadTicketRequest = {
  key: string;
  content_type: string;
  max_size_bytes: number;
  size_bytes?: number;
  checksum_sha256?: string;
  expires_in_s: number;
};
export type DownloadTicketRequest = {
  key: string;
  filename: string;
  content_type: string;
  expires_in_s: number;
};
export type UploadTicket = { url: string; headers: Record<string, string>; expires_at: Date };
export type DownloadTicket = { url: string; expires_at: Date };

/**
 * Stores audio and uploads. Checksums are hexadecimal. Readers never see a partial object. If two
 * puts write the same key, the last one wins.
 */
interface BlobOperations {
  /** If the stream fails, stops early or does not match an expectation, the key stays unchanged. */
  put: (key: string, body: Uint8Array | Readable, options: PutOptions) => Promise<Measurements>;
  /** Throws NOT_FOUND, or RANGE_NOT_SATISFIABLE if `start` is past the end of the object. An `end` past it is cut. */
  get: (key: string, range?: ByteRange) => Promise<BlobContent>;
  head: (key: string) => Promise<BlobHead | undefined>;
  /** Removing a missing object is not an error. */
  remove: (key: string) => Promise<void>;
  removeMany: (keys: readonly string[]) => Promise<void>;
  /** Lists each key with the prefix once, in the order of the store. Keys written during the walk may be missing. */
  list: (prefix: string, page?: { cursor?: string; limit?: number }) => Promise<BlobPage>;
  copy: (from: string, to: string) => Promise<void>;
  /**
   * A URL for one PUT of raw bytes with exactly these headers. It can be used again until it expires, so a
   * confirmed object must be copied to another key. A bucket enforces `size_bytes`, but not `max_size_bytes`:
   * confirmations must check `head` too.
   */
  uploadTicket: (request: UploadTicketRequest) => Promise<UploadTicket>;
  downloadTicket: (request: DownloadTicketRequest) => Promise<DownloadTicket>;
  /** Throws UNAVAILABLE within two seconds if the store cannot serve requests. */
  check: () => Promise<void>;
  close: () => Promise<void>;
}

export type FileTicketClaims =
  | ({ method: 'PUT'; key: string; content_type: string } & Expectation)
  | { method: 'GET'; key: string; content_type: string; filename: string };

/** The HTTP server serves the tickets of a folder. It calls `readGrant` to read what a ticket allows. */
export type FolderBlobStore = BlobOperations & {
  kind: 'folder';
  readGrant: (token: string, method: FileTicketClaims['method']) => FileTicketClaims | 'forged' | 'expired';
};
export type S3BlobStore = BlobOperations & { kind: 's3' };
export type BlobStore = FolderBlobStore | S3BlobStore;

export type FolderConfig = {
  kind: 'folder';
  directory: string;
  /** Called for each ticket: the port can be unknown until the server listens. */
  baseUrl: () => string;
  signingSecret: Uint8Array;
};
export type S3Config = {
  kind: 's3';
  region: string;
  bucket: string;
  endpoint?: string | undefined;
  /** The URL of the bucket for clients, if it differs from the server's. */
  public_endpoint?: string | undefined;
  /** Default: as the AWS SDK finds it (environment, profile, instance role). */
  access_key_id?: string | undefined;
  secret_access_key?: string | undefined;
  force_path_style: boolean;
  /** For one call without a large body; default 15 seconds. */
  deadline_ms?: number;
};
export type BlobStoreConfig = FolderConfig | S3Config;
