/**
 * The server that the API is compared to: only node:http and pg, with two named statements per request, one for the key
 * and one for the rows. It checks nothing, and returns a stored definition unchanged.
 */
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

const FIELDS =
  'id, user_id, name, description, created_at, updated_at, runs_count, last_run_at, last_run_status';
const COUNTS = `case when runs_count > 0 then (select json_object_agg(status, n) from (
  select status, count(*) n from run where workflow_id = w.id group by status) c) end as run_status_counts`;
const WHERE = 'where workspace_id = $1 and deleted_at is null';

const STATEMENTS = {
  key: `select k.workspace_id, k.created_by, m.role from api_key k join workspace_member m
    on m.workspace_id = k.workspace_id and m.user_id = k.created_by
    where k.key_hash = $1 and k.active and k.revoked_at is null`,
  one: `select ${FIELDS}, ${COUNTS}, definition::text from workflow w ${WHERE} and id = $2`,
  list: `select ${FIELDS}, ${COUNTS} from workflow w ${WHERE} order by updated_at desc, id limit 21`,
  create: `insert into workflow (id, workspace_id, user_id, name, definition, created_at, updated_at)
    values ($1, $2, $3, $4, $5, now(), now()) returning ${FIELDS}, definition::text`,
};

const query = (name: keyof typeof STATEMENTS, values: unknown[]) =>
  pool.query({ name, text: STATEMENTS[name], values });

const meta = () => JSON.stringify({ request_id: newId(), timestamp: new Date() });

async function readBody(req: IncomingMessage): Promise<{ name: string; definition: unknown }> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString());
}

function objectBody({ definition, ...fields }: Record<string, unknown>): string {
  return `{"data":${JSON.stringify(fields).slice(0, -1)},"definition":${definition}},"meta":${meta()}}`;
}

function listBody(rows: unknown[]): string {
  const pagination = { limit: 20, next: rows.length > 20 ? 'next' : null, prev: null };
  return `{"data":${JSON.stringify(rows.slice(0, 20))},"meta":${meta()},"pagination":${JSON.stringify(pagination)}}`;
}

async function respond(req: IncomingMessage): Promise<[status: number, body: string]> {
  const hash = createHash('sha256')
    .update((req.headers.authorization ?? '').slice(7))
    .digest();
  const [caller] = (await query('key', [hash])).rows;
  if (!caller) return [401, '{}'];
  const { workspace_id, created_by } = caller;
  if (req.method === 'POST') {
    const { name, definition } = await readBody(req);
    const values = [newId(), workspace_id, created_by, name, JSON.stringify(definition)];
    return [201, objectBody((await query('create', values)).rows[0])];
  }
  const id = /^\/api\/v1\/workflows\/([^?]+)/.exec(req.url ?? '')?.[1];
  if (!id) return [200, listBody((await query('list', [workspace_id])).rows)];
  const [row] = (await query('one', [workspace_id, id])).rows;
  return row ? [200, objectBody(row)] : [404, '{}'];
}

const server = createServer((req, res) => {
  respond(req).then(
    ([status, text]) => {
      const length = Buffer.byteLength(text);
      res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': length }).end(text);
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
