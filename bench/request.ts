/**
 * The API beside a bare node:http + pg server that does the same key check and the same query, in one run, at 16
 * connections: requests per second of both and their ratio, alternating so that a busy machine hits both.
 */
import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { callApi, openStage } from './support/processes.ts';

const CONNECTIONS = 16;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 4);

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
      if (status >= 300) throw new Error(`${shot.method} ${shot.path} answered ${status}`);
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
const scopes = ['workflows:read', 'workflows:write'];
const { api_key: key } = await callApi<{ api_key: string }>(ours, 'POST', {
  path: '/api-keys',
  body: { name: 'Bench', scopes, rate_limit_per_min: 1_000_000 },
});
let workflow = '';
for (let n = 0; n < 60; n++) {
  const body: unknown = JSON.parse(tenNodes());
  ({ id: workflow } = await callApi<{ id: string }>(ours, 'POST', { path: '/workflows', body }));
}
const bare = await stage.start('./support/bare-server.ts');

const SHOTS: [name: string, goal: number, shot: Shot][] = [
  ['GET one workflow', 0.6, { method: 'GET', path: `/api/v1/workflows/${workflow}` }],
  ['list 20 workflows', 0.85, { method: 'GET', path: '/api/v1/workflows?limit=20' }],
  ['create, 10-node graph', 0.7, { method: 'POST', path: '/api/v1/workflows', body: tenNodes }],
];
for (const [name, goal, shot] of SHOTS) {
  await rate(ours.url, shot, key);
  await rate(bare.url, shot, key);
  const rounds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push([await rate(ours.url, shot, key), await rate(bare.url, shot, key)]);
  const best = (side: 0 | 1): number => Math.max(...rounds.map((round) => round[side]));
  const ratios = rounds.map(([own, other]) => own / other).sort((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)] ?? 0;
  console.log(
    `${name}: ours ${best(0).toFixed(0)}/s, bare ${best(1).toFixed(0)}/s, ratio ${median.toFixed(2)} (goal ${goal}) ${median >= goal ? 'met' : 'MISSED'}`,
  );
}
agent.destroy();
await stage.close();
