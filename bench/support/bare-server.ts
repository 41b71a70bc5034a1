/** What the API is measured against: node:http and pg alone, the same key check, the same queries, no framework. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { createPool } from '../../packages/server/src/db/index.ts';
import { newId } from '../../packages/server/src/ids.ts';

const pool = createPool({
  connectionString: process.env.DATABASE_URL ?? '',
  max: 20,
  onError: () => undefined,
});

async function bodyOf(req: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString());
}

async function answer(req: IncomingMessage): Promise<{ status: number; body: unknown }> {
  const key = (req.headers.authorization ?? '').slice(7);
  const hash = createHash('sha256').update(key).digest();
  const found = await pool.query(
    `select k.workspace_id, k.created_by, m.role from api_key k join workspace_member m
     on m.workspace_id = k.workspace_id and m.user_id = k.created_by
     where k.key_hash = $1 and k.active and k.revoked_at is null`,
    [hash],
  );
  const caller = found.rows[0];
  if (!caller) return { status: 401, body: {} };
  if (req.method === 'POST') return create(caller, await bodyOf(req));
  const id = /^\/api\/v1\/workflows\/([^?]+)/.exec(req.url ?? '')?.[1];
  return id ? one(caller, id) : list(caller);
}

type Caller = { workspace_id: string; created_by: string };

const FIELDS =
  'id, user_id, name, description, created_at, updated_at, runs_count, last_run_at, last_run_status';
const COUNTS = `(select json_object_agg(status, n) from (select status, count(*) n from run where workflow_id = w.id group by status) c) as run_status_counts`;

async function one(caller: Caller, id: string) {
  const { rows } = await pool.query(
    `select ${FIELDS}, definition, ${COUNTS} from workflow w where id = $1 and workspace_id = $2 and deleted_at is null`,
    [id, caller.workspace_id],
  );
  return {
    status: rows[0] ? 200 : 404,
    body: { data: rows[0], meta: { request_id: newId(), timestamp: new Date() } },
  };
}

async function list(caller: Caller) {
  const [page, total] = await Promise.all([
    pool.query(
      `select ${FIELDS}, ${COUNTS} from workflow w where workspace_id = $1 and deleted_at is null order by updated_at desc, id limit 21`,
      [caller.workspace_id],
    ),
    pool.query('select count(*) from workflow where workspace_id = $1 and deleted_at is null', [
      caller.workspace_id,
    ]),
  ]);
  const pagination = { limit: 20, next: null, prev: null, total: Number(total.rows[0].count) };
  return {
    status: 200,
    body: { data: page.rows.slice(0, 20), meta: { request_id: newId(), timestamp: new Date() }, pagination },
  };
}

async function create(caller: Caller, body: Record<string, unknown>) {
  const { rows } = await pool.query(
    `insert into workflow (id, workspace_id, user_id, name, definition, created_at, updated_at)
     values ($1, $2, $3, $4, $5, now(), now()) returning ${FIELDS}, definition`,
    [newId(), caller.workspace_id, caller.created_by, body.name, JSON.stringify(body.definition)],
  );
  return { status: 201, body: { data: rows[0], meta: { request_id: newId(), timestamp: new Date() } } };
}

const server = createServer((req, res) => {
  answer(req).then(
    ({ status, body }) => {
      const text = JSON.stringify(body);
      res
        .writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
        .end(text);
    },
    (error: Error) => res.writeHead(500).end(error.message),
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  writeFileSync(process.env.READY_FILE ?? '', JSON.stringify({ url: `http://127.0.0.1:${port}`, token: '' }));
});
process.on('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => void pool.end());
});
