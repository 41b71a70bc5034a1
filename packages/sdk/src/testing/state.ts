import type { NewApiKey, NewWebhookEndpoint, Upload, WebhookDelivery, Workflow } from '../generated/types.ts';
import { components } from '../schemas/operation-schemas.ts';
import { readValue } from '../schemas/read-value.ts';
import type { Schema } from '../schemas/schema.ts';
import { namedId } from '../workflow/named-id.ts';
import { virtualClock } from './clock.ts';
import type { Fault } from './faults.ts';
import { notFound } from './http/api-error.ts';
import type { LineOutcome, OperationId, TestServerOptions } from './options.ts';
import type { SimulatedRun } from './runs/simulated-run.ts';

/** Bytes behind a signed URL. */
type StoredFile = { bytes: Uint8Array<ArrayBuffer>; filename: string; content_type: string };

/** The response to a request with this fingerprint; null while it is running. */
export type StoredResponse = { fingerprint: string; expires_at: number; response: Response | null };

/** A request that the server received, with the status of its response. */
export interface ReceivedRequest {
  /** Undefined for signed URLs and for unknown paths. */
  operation: OperationId | undefined;
  /** The HTTP method. */
  method: string;
  /** The path with its query. */
  path: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** The JSON body, or undefined. */
  body: unknown;
  /** Undefined if no response was sent. */
  status: number | undefined;
}

/** The time at which a test begins by default. */
const EPOCH = Date.parse('2026-01-15T09:00:00Z');
/** How long a signed URL is valid. */
const LINK_MS = 900_000;

/** The namespace of digests. */
const NAMESPACE = '018f0000-0000-7000-8000-000000000000';

/** 32 hexadecimal characters that depend on the text only. Not for security. */
export const digestOf = (text: string): string => namedId(text, NAMESPACE).replaceAll('-', '');

/** Everything that a test server stores: one person with one workspace. IDs and words are the same in every test. */
export function createState({ now = EPOCH, ...settings }: TestServerOptions) {
  let ids = 0;
  const baseUrl = (settings.baseUrl ?? 'https://voiceloom.test').replace(/(?<!\/)\/+$/, '');
  const clock = virtualClock(new Date(now).getTime());
  /** An ID in the form of a UUID of version 7, with a count in its last part. */
  const newId = () => `018f0000-0000-7000-8000-${(++ids).toString(16).padStart(12, '0')}`;
  const newWord = () => digestOf(newId());
  const files = new Map<string, StoredFile & { expires_at: string }>();
  return {
    options: { clock: 'auto', lineMs: 1_000, line: (): LineOutcome => 'delivered', ...settings, baseUrl },
    clock,
    faults: [] as Fault[],
    requests: [] as ReceivedRequest[],
    newId,
    /** 32 letters and digits. */
    newWord,
    userId: newId(),
    workspaceId: newId(),
    token: 'test-token',
    keys: new Map<string, NewApiKey>(),
    workflows: new Map<string, Workflow>(),
    runs: new Map<string, SimulatedRun>(),
    uploads: new Map<string, Upload>(),
    /** The bytes of uploads by ID. */
    uploadBytes: new Map<string, Uint8Array<ArrayBuffer>>(),
    endpoints: new Map<string, NewWebhookEndpoint & { previous_secret: string | null }>(),
    deliveries: new Map<string, WebhookDelivery>(),
    /** The existing takes, by locale and text. */
    takes: new Set<string>(),
    /** Responses by idempotency key. */
    responses: new Map<string, StoredResponse>(),
    files,
    /** A signed URL of a file, valid for 15 minutes of the virtual clock. */
    link: (file: StoredFile) => {
      const word = newWord();
      const { filename } = file;
      const expires_at = clock.iso(LINK_MS);
      files.set(word, { ...file, expires_at });
      return { url: `${baseUrl}/test-files/${word}/${encodeURIComponent(filename)}`, filename, expires_at };
    },
  };
}

/** What the test server stores. */
export type State = ReturnType<typeof createState>;

type Assigned = 'id' | 'user_id' | 'workspace_id' | 'created_by' | 'created_at' | 'updated_at';
type NewFields<T> = Partial<T> & {
  [K in keyof T as null extends T[K] ? never : Exclude<K, Assigned>]: T[K];
};

/** A resource of this schema with its ID, owner and times; a field that is not given is null. */
export function newResource<T>(state: State, schema: string, fields: NewFields<T>): T {
  const { workspaceId: workspace_id, userId } = state;
  const now = state.clock.iso();
  const owner = { user_id: userId, workspace_id, created_by: userId };
  const times = { created_at: now, updated_at: now };
  const values: Record<string, unknown> = { id: state.newId(), ...owner, ...times, ...fields };
  const names = Object.keys(components[schema]?.properties ?? {});
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null])) as T;
}

/** The fields of a value that its schema names. */
export const shaped = <T>(schema: Schema = {}, value: unknown): T =>
  readValue(schema, value, { components, lenient: true }).value as T;

/** The entry with this ID; throws NOT_FOUND if it is missing. */
export function find<T>(entries: ReadonlyMap<string, T>, id: string, what: string): T {
  const entry = entries.get(id);
  if (entry === undefined) throw notFound(what);
  return entry;
}

/** All entries, the newest first. */
export const newestFirst = <T>(entries: ReadonlyMap<string, T>): T[] => [...entries.values()].reverse();

/** Changes fields, and `updated_at`, which increases with every write. */
export function change<T extends { updated_at: string }>({ clock }: State, target: T, fields: Partial<T>): T {
  const later = Math.max(clock.now(), Date.parse(target.updated_at) + 1);
  return Object.assign(target, fields, { updated_at: new Date(later).toISOString() });
}

/** The ETag of a resource, which changes with every write of it. */
export const tagOf = ({ id, updated_at }: { id: string; updated_at: string }): string =>
  `"${digestOf(`${id}/${updated_at}`)}"`;
