import { onTestFinished } from 'vitest';
import { startTestApp } from '../../../server/test/support/app.ts';
import { startPayments } from '../../../server/test/support/payments.ts';
import { createTestServer, type TestServer } from '../../src/testing/index.ts';

/** A call of a story. `{name}` stands for what an earlier answer held. */
export interface Call {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Whose credential: a token, a key of all scopes, somebody else's token, or what is sent as it stands. */
  as?: 'token' | 'key' | 'other' | { authorization: string };
  /** Keeps fields of the answer under names, such as `{ id: 'data.0.id' }`; `etag` is the header. */
  keep?: Record<string, string>;
  /** Confirms a client secret, as a browser does, in the place of a call. */
  pay?: string;
}

/** A service that a story can be told to. */
export interface ParityService {
  baseUrl: string;
  fetch: typeof fetch;
  token: string;
  key: string;
  other: string;
  pay(clientSecret: string): void;
}

/** What a call was answered: what does not depend on who answers. */
export interface Told {
  status: number;
  code: string | undefined;
  /** The fields at fault. */
  fields: string[] | undefined;
  message: string | undefined;
  data: unknown;
  pagination: unknown;
  headers: string[];
}

const SEEN_HEADERS = ['allow', 'etag', 'idempotent-replayed', 'location', 'www-authenticate'];
const SCOPES_PATH = '/api/v1/api-keys';

/** The service with a payment processor; each call gives a new person with a key, and somebody else. */
export async function realServices(scopes: readonly string[]): Promise<() => Promise<ParityService>> {
  const { processor, config } = await startPayments();
  const secrets_keys = [{ id: 'first', key: Buffer.alloc(32, 7) }];
  const server = await startTestApp({ config: { ...config, secrets_keys } });
  onTestFinished(async () => {
    await server.close();
    await processor.close();
  });
  return async () => {
    const [token, other] = [await server.token(), await server.token()];
    const body = { name: 'All', scopes };
    const made = await server.request('POST', SCOPES_PATH, { as: { token }, body });
    const pay = (secret: string) =>
      void processor.control.confirmSetupIntent(secret.split('_secret')[0] ?? '', 'pm_card_visa');
    return { baseUrl: server.url, fetch, token, other, key: made.body.data.api_key as string, pay };
  };
}

/** The limits and credits of the free plan of the release. */
const FREE = {
  credits: 1_000,
  limits: {
    workspaces_per_owner: 1,
    concurrent_runs_per_user: 1,
    storage_bytes_per_workspace: 1_073_741_824,
    retention_days: 30,
    byok_enabled: 0,
    seats: 1,
  },
} as const;

/** The test server with the same plan. */
export function testServices(): ParityService {
  const server: TestServer = createTestServer({ ...FREE, clock: 'manual' });
  const { token: other } = server.addPerson({ email: 'other@example.com' });
  const { baseUrl, fetch: own, token, apiKey: key, confirmPayment } = server;
  return { baseUrl, fetch: own, token, key, other, pay: (secret) => void confirmPayment(secret) };
}

const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], value);

type Answer = {
  data?: unknown;
  pagination?: unknown;
  error?: { code: string; message: string; details?: { field: string }[] };
};

/** Tells a story to a service; answers what it said to each call. */
export async function tellCalls(service: ParityService, calls: readonly Call[]): Promise<Told[]> {
  const kept: Record<string, string> = {};
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (all, name: string) => kept[name] ?? all);
  const told: Told[] = [];
  for (const { method, path, body, as = 'token', keep = {}, pay, ...call } of calls) {
    if (pay !== undefined) {
      service.pay(fill(pay));
      continue;
    }
    const headers = new Headers(Object.entries(call.headers ?? {}).map(([name, text]) => [name, fill(text)]));
    const authorization = typeof as === 'string' ? `Bearer ${service[as]}` : fill(as.authorization);
    headers.set('authorization', authorization);
    if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
    const sent = body === undefined ? null : fill(typeof body === 'string' ? body : JSON.stringify(body));
    const init = { method, headers, body: sent, redirect: 'manual' as const };
    const response = await service.fetch(`${service.baseUrl}${fill(path)}`, init);
    const text = await response.text();
    const answer = (text === '' ? {} : JSON.parse(text)) as Answer;
    for (const [name, from] of Object.entries(keep)) {
      kept[name] = String(from === 'etag' ? response.headers.get('etag') : at(answer, from));
    }
    told.push({
      ...{ status: response.status, code: answer.error?.code, message: answer.error?.message },
      fields: answer.error?.details?.map(({ field }) => field).sort(),
      ...{ data: answer.data, pagination: answer.pagination },
      headers: SEEN_HEADERS.filter((name) => response.headers.has(name)),
    });
  }
  return told;
}

/** What is of real voices, of whoever listens, and of rules for numbers: the test server has none of them. */
const UNKNOWN_HERE = /^data\.(?:changes|age|category|accent|model|options\.transcription_\w+\.value)$/;

/** Where two values differ in their keys or in the kinds of what they hold; null stands for whatever may be null. */
export function differences(one: unknown, other: unknown, path = 'data'): string[] {
  if (one === null || other === null) return [];
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length === 0 && other.length === 0) return [];
    if (one.length > 0 && other.length > 0) return differences(one[0], other[0], `${path}.0`);
    if (UNKNOWN_HERE.test(path)) return [];
    return [`${path}: ${one.length === 0 ? 'the service' : 'the test server'} has none`];
  }
  const kinds = [one, other].map((value) => (Array.isArray(value) ? 'list' : typeof value));
  if (kinds[0] !== kinds[1]) return [`${path}: ${kinds.join(' and ')}`];
  if (typeof one !== 'object' || typeof other !== 'object') return [];
  const [own, foreign] = [one as Record<string, unknown>, other as Record<string, unknown>];
  return [...new Set([...Object.keys(own), ...Object.keys(foreign)])].flatMap((key) =>
    key in own && key in foreign
      ? differences(own[key], foreign[key], `${path}.${key}`)
      : [`${path}.${key}: only ${key in own ? 'the service has it' : 'the test server has it'}`],
  );
}
