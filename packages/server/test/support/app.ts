import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import supertest from 'supertest';
import { inject } from 'vitest';
import type { App } from '../../src/app.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { SELLER_PLANS_FILE } from '../../src/config/plans-file.ts';
import { checkLedgers } from '../../src/features/credits/index.ts';
import { mintDevToken } from '../../src/http/auth/dev-issuer.ts';
import { type RunningServer, startServer } from '../../src/http/connections/listen.ts';
import type { WrapHandlers } from '../../src/http/server.ts';
import { type BuildOverrides, buildApp } from '../../src/programs/build-app.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { createDatabase } from './database.ts';
import { type Exchange, faultsOf, note } from './exchanges.ts';

/** A caller with a credential: a member from factories.ts, or only a key. */
export interface Credential {
  token: string;
  /** Sent as X-Workspace-Id, unless the headers of the request say otherwise. */
  workspace_id?: string;
}

export interface RequestOptions {
  as?: Credential;
  /** Sent as JSON. A string is sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  // Tests read answers of every shape; what they rely on they assert.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any;
  text: string;
}

export interface TestUser {
  sub: string;
  email?: string;
  given_name?: string;
  family_name?: string;
  ttl_s?: number;
  now?: Date;
}

export interface TestApp {
  url: string;
  app: App;
  server: RunningServer;
  /** A token of the development issuer. The first request with it creates the user. */
  token(user?: Partial<TestUser>): Promise<string>;
  /** `path` may be absolute, such as a `next` link. Headers set to '' are left out. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface TestAppOverrides extends Omit<BuildOverrides, 'log'> {
  config?: Partial<Config>;
  /** Receives the log as JSON lines. Without it, nothing is logged. */
  logTo?: DestinationStream;
  /** Shares the database of another test app: two server processes of one service. */
  database_url?: string;
  /** Whether `close` checks all ledgers, for example after attacks and outages. */
  checks_ledgers?: boolean;
  /** Injects faults into the handlers. */
  wrap?: WrapHandlers;
}

let subjects = 0;

/** The real application with its own database, on a free local port. */
export async function startTestApp(overrides: TestAppOverrides = {}): Promise<TestApp> {
  const { config: settings, logTo, database_url, wrap, checks_ledgers, ...build } = overrides;
  const directory = mkdtempSync(join(tmpdir(), 'voiceloom-app-'));
  const database = database_url === undefined ? await createDatabase() : undefined;
  const config: Config = {
    ...readConfig({ NODE_ENV: 'test', LOG_LEVEL: logTo ? 'info' : 'silent', DATA_DIR: directory }, directory),
    host: '127.0.0.1',
    port: 0,
    database_url: database?.url ?? database_url,
    database_pool_size: 10,
    // Most tests are about a service that sells plans, also those without a payment processor.
    plans_file: SELLER_PLANS_FILE,
    ...settings,
  };
  const { role = 'api' } = build;
  const log = createLog({ level: config.log_level, version: 'test', role, ...(logTo && { stream: logTo }) });
  const built = await buildApp(config, { ...build, role, log });
  const server = await startServer(built.app, wrap);
  return {
    url: server.url,
    app: built.app,
    server,
    token: (user = {}) =>
      mintDevToken({ data_dir: config.data_dir, sub: `subject-${process.pid}-${++subjects}`, ...user }),
    request: (method, path, options) => request(new URL(path, server.url), method, options),
    async close() {
      await server.close();
      const reports = checks_ledgers ? await checkLedgers(built.app, built.app.clock()) : [];
      await built.close();
      await database?.drop();
      rmSync(directory, { recursive: true, force: true });
      const wrong = reports.filter(({ differences }) => differences > 0);
      if (wrong.length > 0) throw new Error(`Ledgers differ at the end: ${JSON.stringify(wrong)}`);
    },
  };
}

async function request(url: URL, method: string, options: RequestOptions = {}): Promise<Answer> {
  const { as, body, headers: extra } = options;
  const headers = new Headers();
  if (as) headers.set('Authorization', `Bearer ${as.token}`);
  if (as?.workspace_id) headers.set('X-Workspace-Id', as.workspace_id);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  for (const [name, value] of Object.entries(extra ?? {})) {
    if (value === '') headers.delete(name);
    else headers.set(name, value);
  }
  const sent = new supertest.Test(url.origin, method, `${url.pathname}${url.search}`)
    .set(Object.fromEntries(headers))
    // The response is taken as bytes: the client must not parse JSON that the server did not declare as JSON.
    .responseType('blob');
  if (body !== undefined) sent.send(typeof body === 'string' ? body : JSON.stringify(body));
  const response = await sent;
  const text = Buffer.isBuffer(response.body) ? new TextDecoder().decode(response.body) : '';
  const received = getHeaders(response);
  const isJson = received.get('content-type')?.startsWith('application/json');
  const answer = {
    status: response.status,
    headers: received,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
    text,
  };
  record(url, { method, requestBody: typeof body === 'string' ? undefined : body, answer });
  return answer;
}

/** All headers of a response. Its own `headers` leave out the repeated ones. */
function getHeaders(response: supertest.Response): Headers {
  // The types leave out the message of Node.
  const { rawHeaders } = (response as supertest.Response & { res: IncomingMessage }).res;
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}

/**
 * Every exchange of every test must match the published document. Streams record theirs themselves, because
 * they do not end.
 */
export function record(
  url: URL,
  { method, requestBody, answer }: { method: string; requestBody?: unknown; answer: Omit<Answer, 'text'> },
): void {
  const { status, headers, body } = answer;
  const contentType = headers.get('content-type') ?? '';
  const exchange: Exchange = { method, path: url.pathname, requestBody, status, contentType, body, headers };
  note(inject('testDirectory'), exchange);
  const faults = faultsOf(exchange);
  if (faults.length > 0) throw new Error(`The exchange is not as documented:\n${faults.join('\n')}`);
}
