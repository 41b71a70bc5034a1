import { onTestFinished } from 'vitest';
import { startTestApp } from '../../../server/test/support/app.ts';
import { createTestServer } from '../../src/testing/index.ts';

/** One request of a story. `{name}` in the path is replaced by a value that an earlier step kept. */
export interface Step {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** The credential: a token, a key with all scopes, a created key, or none. */
  as?: 'token' | 'key' | 'own-key' | 'nobody' | 'stranger';
  /** Keeps a field of the response's data under a name. */
  keep?: Record<string, string>;
}

/** The response to a step, without values that differ between services. */
export interface Told {
  status: number;
  body: unknown;
  headers: Record<string, string | null>;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
/** Fields whose values each service generates. */
const OWN = new Set(['api_key', 'secret', 'key_prefix', 'key_suffix', 'preview', 'color_idx', 'user_name']);
const OWN_TEXT = /^https?:\/\//;

/** The service updates these after the response. */
const LATE = new Set(['last_used_at']);

function plain(value: unknown, key = ''): unknown {
  if (LATE.has(key)) return '<soon>';
  if (value !== null && OWN.has(key)) return `<${key}>`;
  if (Array.isArray(value)) return value.map((item) => plain(item));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item, name)]));
  }
  if (typeof value !== 'string') return value;
  if (OWN_TEXT.test(value) && key !== 'url') return '<address>';
  return value.replaceAll(UUID, '<id>').replaceAll(TIME, '<time>');
}

type Service = { baseUrl: string; fetch: typeof fetch; token: string; key: string };

const SEEN_HEADERS = ['idempotent-replayed', 'allow', 'cache-control', 'www-authenticate'];

/** Runs a story against a service. Returns the response to each step. */
export async function tell(service: Service, steps: readonly Step[]): Promise<Told[]> {
  const kept: Record<string, string> = {};
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (all, name: string) => kept[name] ?? all);
  const credentials = { token: service.token, key: service.key, stranger: 'vl_live_nobody', nobody: '' };
  const told: Told[] = [];
  for (const { method, path, body, headers: own = {}, as = 'token', keep = {} } of steps) {
    const headers = new Headers(
      Object.entries(own).map(([name, value]): [string, string] => [name, fill(value)]),
    );
    const credential = as === 'own-key' ? (kept.api_key ?? '') : credentials[as];
    if (credential !== '') headers.set('authorization', `Bearer ${credential}`);
    if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
    const sent = body === undefined ? null : fill(typeof body === 'string' ? body : JSON.stringify(body));
    const init = { method, headers, body: sent, redirect: 'manual' as const };
    const response = await service.fetch(`${service.baseUrl}${fill(path)}`, init);
    const answer = (await response.json()) as { data?: Record<string, string>; meta?: unknown };
    for (const [name, field] of Object.entries(keep)) {
      kept[name] = field === 'etag' ? (response.headers.get('etag') ?? '') : (answer.data?.[field] ?? '');
    }
    const { meta: _, ...rest } = answer;
    const seen = SEEN_HEADERS.map((name) => [name, response.headers.get(name)] as const);
    told.push({
      status: response.status,
      body: plain(rest),
      headers: { ...Object.fromEntries(seen), etag: response.headers.has('etag') ? '<etag>' : null },
    });
  }
  return told;
}

const SCOPES = [
  'workflows:read',
  'workflows:run',
  'workflows:write',
  'voices:read',
  'dictionary:read',
  'dictionary:write',
  'uploads:write',
  'templates:read',
  'catalog:read',
  'webhooks:write',
];

/** The real service. Each call creates a new user with a key. */
export async function realService(): Promise<() => Promise<Service>> {
  const server = await startTestApp({
    config: { encryption_keys: [{ id: 'first', key: Buffer.alloc(32, 7) }] },
  });
  onTestFinished(() => server.close());
  return async () => {
    const token = await server.token();
    const body = { name: 'All', scopes: SCOPES };
    const made = await server.request('POST', '/api/v1/api-keys', { as: { token }, body });
    return { baseUrl: server.url, fetch, token, key: made.body.data.api_key as string };
  };
}

/** The same for the test server. */
export function testService(): Service {
  const { baseUrl, fetch: own, token, apiKey } = createTestServer({ clock: 'manual' });
  return { baseUrl, fetch: own, token, key: apiKey };
}
