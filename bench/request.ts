/**
 * Compares the API to a bare node:http + pg server with two named statements per request, at 16 connections. Prints the
 * requests per second of both and their ratio. The two alternate, so that other load affects both. An argument selects
 * one request: `get`, `list` or `create`.
 */
import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { createPool } from '../packages/server/src/db/index.ts';
import { median, report, size } from './support/figures.ts';
import { callApi, openStage } from './support/processes.ts';

const CONNECTIONS = 16;
const SECONDS = size('BENCH_SECONDS', 3);
const ROUNDS = size('BENCH_ROUNDS', 4);

const stage = await openStage();

interface Shot {
  method: string;
  path: string;
  body?: () => string;
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function send(base: string, shot: Shot, key: string): Promise<number> {
  const body = shot.body?.();
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(body && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const req = httpRequest(`${base}${shot.path}`, { method: shot.method, headers, agent }, (res) => {
      res.resume();
      res.on('end', () => resolve(res.statusCode ?? 0));
    });
    req.on('error', reject);
    req.end(body);
  });
}

async function rate(base: string, shot: Shot, key: string): Promise<number> {
  const end = performance.now() + SECONDS * 1_000;
  let done = 0;
  const begin = performance.now();
  const connection = async (): Promise<void> => {
    while (performance.now() < end) {
      const status = await send(base, shot, key);
      if (status >= 300) throw new Error(`${shot.method} ${shot.path} returned ${status}`);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return (done * 1_000) / (performance.now() - begin);
}

const id = (): string => randomUUID();
function tenNodes(): string {
  const source = {
    id: id(),
    type: 'source_script',
    config: { text: 'Hello there.', source_language: 'en-us' },
  };
  const generator = { id: id(), type: 'operator_generator' };
  const checks = Array.from({ length: 6 }, (_, n) => ({
    id: id(),
    type: n % 2 ? 'validator_noise' : 'validator_pacing',
  }));
  const mastering = { id: id(), type: 'operator_mastering' };
  const sink = { id: id(), type: 'sink_preview' };
  const chain = [source, generator, ...checks, mastering, sink];
  const portOf = (type: string): string =>
    type.startsWith('validator') ? 'pass' : type === 'source_script' ? 'lines' : 'audio';
  const edges = chain.slice(1).map((node, index) => ({
    ...{ id: id(), source: chain[index]?.id, sourcePort: portOf(chain[index]?.type ?? '') },
    ...{ target: node.id, targetPort: node.type === 'operator_generator' ? 'lines' : 'audio' },
  }));
  return JSON.stringify({ name: `Bench ${id()}`, definition: { graph: { nodes: chain, edges } } });
}

const ours = await stage.start('../packages/server/src/bin/api.ts');
// The first request of a user creates the user.
await callApi(ours, 'GET', { path: '/auth/whoami' });
const database = createPool({ connectionString: stage.databaseUrl, max: 1, onError: () => undefined });

/** Creates a workspace with `count` workflows, one of which has ten nodes, and a key for it. */
async function fillWorkspace(count: number): Promise<{ key: string; workflow: string }> {
  const workspace_id = id();
  await database.query(
    `with owner as (select owner_id as id from workspace limit 1),
      added as (
        insert into workspace (id, name, slug, color_idx, created_by, owner_id, created_at, updated_at)
        select $1::uuid, 'Bench', 'bench-' || $1::text, 0, owner.id, owner.id, now(), now() from owner returning id)
    insert into workspace_member (id, workspace_id, user_id, role, created_at)
    select gen_random_uuid(), added.id, owner.id, 'admin', now() from added, owner`,
    [workspace_id],
  );
  const headers = { 'X-Workspace-Id': workspace_id };
  const scopes = ['workflows:read', 'workflows:write'];
  const { api_key: key } = await callApi<{ api_key: string }>(ours, 'POST', {
    path: '/api-keys',
    headers,
    body: { name: 'Bench', scopes, rate_limit_per_min: 1_000_000 },
  });
  const body: unknown = JSON.parse(tenNodes());
  const { id: workflow } = await callApi<{ id: string }>(ours, 'POST', { path: '/workflows', headers, body });
  await database.query(
    `insert into workflow (id, workspace_id, user_id, name, definition, runs_count, created_at, updated_at)
     select gen_random_uuid(), workspace_id, user_id, name || n,
       '{"graph":{"nodes":[],"edges":[]},"execution":{"steps":[],"params":{}}}', 0, at, at
     from workflow, generate_series(1, $2::int) as n, lateral (select now() - n * interval '1 second' as at) as times
     where id = $1`,
    [workflow, count - 1],
  );
  return { key, workflow };
}

/** Creates `count` small workspaces, with ten workflows each: PostgreSQL plans queries for the typical workspace. */
async function fillOthers(count: number): Promise<void> {
  await database.query(
    `with owner as (select owner_id as id from workspace limit 1),
      others as (
        insert into workspace (id, name, slug, color_idx, created_by, owner_id, created_at, updated_at)
        select gen_random_uuid(), 'Other', 'other-' || n, 0, owner.id, owner.id, now(), now()
        from owner, generate_series(1, $1::int) as n returning id, owner_id)
     insert into workflow (id, workspace_id, user_id, name, definition, runs_count, created_at, updated_at)
     select gen_random_uuid(), id, owner_id, 'Workflow ' || n, '{}', 0, now(), now()
     from others, generate_series(1, 10) as n`,
    [count],
  );
}

await fillOthers(1_000);
const few = await fillWorkspace(1_000);
const many = await fillWorkspace(100_000);
await database.query('vacuum analyze workflow');
await database.end();
const bare = await stage.start('./support/bare-server.ts');

const get = { method: 'GET', path: `/api/v1/workflows/${few.workflow}` };
const list = { method: 'GET', path: '/api/v1/workflows?limit=20' };
const create = { method: 'POST', path: '/api/v1/workflows', body: tenNodes };

/** Measures each request at the API and at the bare server, in turns. Returns the rates of the API. */
async function compare(shots: [name: string, goal: number, shot: Shot, key: string][]): Promise<number[][]> {
  const rounds: [number, number][][] = shots.map(() => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [at, [, , shot, key]] of shots.entries()) {
      const rates: [number, number] = [await rate(ours.url, shot, key), await rate(bare.url, shot, key)];
      // The first round only warms up.
      if (round > 0) rounds[at]?.push(rates);
    }
  }
  for (const [at, [name, goal]] of shots.entries()) {
    const rates = rounds[at] ?? [];
    const [own, other] = [median(rates.map(([one]) => one)), median(rates.map(([, two]) => two))];
    const detail = `ours ${own.toFixed(0)}/s, bare ${other.toFixed(0)}/s`;
    const value = median(rates.map(([one, two]) => one / two));
    report({ name, detail, value, unit: 'ratio', better: 'higher', goal });
  }
  return rounds.map((rates) => rates.map(([own]) => own));
}

const wanted = process.argv.slice(2);
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);

if (isWanted('get')) await compare([['GET one workflow', 0.6, get, few.key]]);
if (isWanted('list')) {
  const [ofFew = [], ofMany = []] = await compare([
    ['list 20 of 1,000 workflows', 0.85, list, few.key],
    ['list 20 of 100,000 workflows', 0.85, list, many.key],
  ]);
  const value = median(ofMany.map((own, at) => own / (ofFew[at] ?? 1)));
  report({ name: 'list 20 of 100,000 beside 1,000', value, unit: 'ratio', better: 'higher', goal: 0.95 });
}
if (isWanted('create')) await compare([['create, 10-node graph', 0.7, create, few.key]]);
agent.destroy();
await stage.close();
