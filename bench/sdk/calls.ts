// Calls the stub with raw fetch (or our client by default) and with one client, in alternating blocks in one process.
// Arguments: client, GET or POST, URL of the stub, folder with the clients, number of calls.
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { median } from '../support/figures.ts';

const [name = '', method = 'GET', url = '', folder = '', count = '1500'] = process.argv.slice(2);
const BLOCK = 20;
const WARM_UP = 300;
const ID = '0190a1b2-0000-7000-8000-000000000001';
const BODY = { name: 'Evening news', description: 'Read every day, at seven, by the same voice.' };

const require = createRequire(`${folder}/x.cjs`);
const load = (path: string) => import(pathToFileURL(require.resolve(path)).href);
type Call = () => Promise<unknown>;
const read = method === 'GET';

async function ours(options: object = {}): Promise<Call> {
  const { Voiceloom } = await load('@voiceloom/sdk');
  const client = new Voiceloom({ apiKey: 'vl_live_k', baseUrl: url, ...options });
  return read ? () => client.workflows.get(ID) : () => client.workflows.create(BODY);
}

const agent = new Agent({ keepAlive: true });
const bare: Call = () =>
  new Promise((resolve, reject) => {
    const path = `/api/v1/workflows${read ? `/${ID}` : ''}`;
    const body = read ? undefined : JSON.stringify(BODY);
    const headers = {
      authorization: 'Bearer vl_live_k',
      ...(body && { 'content-type': 'application/json' }),
    };
    const req = request(`${url}${path}`, { method, agent, headers }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk) => chunks.push(chunk));
      res.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
    });
    req.on('error', reject).end(body);
  });

const CLIENTS: Record<string, () => Promise<Call>> = {
  control: async () => raw,
  'fetch with a signal': async () => aborted,
  'node:http': async () => bare,
  fetch: () => ours(),
  nodeFetch: async () => ours({ fetch: (await load('@voiceloom/sdk/node')).nodeFetch() }),
  drift: async () =>
    ours({ inspect: (await load('@voiceloom/sdk/contract')).driftReports({ onDrift: () => {} }) }),
  strict: async () =>
    ours({ inspect: (await load('@voiceloom/sdk/contract')).driftReports({ sample: 1, onDrift: () => {} }) }),
  stripe: async () => {
    const { hostname, port } = new URL(url);
    const { default: Stripe } = await load('stripe');
    const client = new Stripe('sk_test_k', {
      host: hostname,
      port: Number(port),
      protocol: 'http',
      telemetry: false,
    });
    return read ? () => client.customers.retrieve(ID) : () => client.customers.create(BODY);
  },
  openai: async () => {
    const { OpenAI } = await load('openai');
    const client = new OpenAI({ apiKey: 'k', baseURL: `${url}/v1` });
    return read
      ? () => client.models.retrieve(ID)
      : () => client.moderations.create({ input: BODY.description });
  },
  '@elevenlabs/elevenlabs-js': async () => {
    const { ElevenLabsClient } = await load('@elevenlabs/elevenlabs-js');
    const client = new ElevenLabsClient({ apiKey: 'k', baseUrl: url, environment: url });
    return read
      ? () => client.voices.get(ID)
      : () => client.pronunciationDictionaries.createFromRules({ name: BODY.name, rules: [] });
  },
  'openapi-fetch': async () => {
    const { default: module } = await load('openapi-fetch');
    const createClient = module.default ?? module;
    const client = createClient({ baseUrl: url, headers: { authorization: 'Bearer k' } });
    const path = { params: { path: { id: ID } } };
    return read
      ? () => client.GET('/api/v1/workflows/{id}', path)
      : () => client.POST('/api/v1/workflows', { body: BODY });
  },
};

async function raw(): Promise<unknown> {
  const headers = { authorization: 'Bearer vl_live_k', accept: 'application/json' };
  const path = `/api/v1/workflows${read ? `/${ID}` : ''}`;
  const json = { ...headers, 'content-type': 'application/json' };
  const init = read ? { headers } : { method, headers: json, body: JSON.stringify(BODY) };
  return (await fetch(url + path, init)).json();
}

/** Raw fetch with what every client with a timeout needs: a signal, a timer, and the headers of our client. */
async function aborted(): Promise<unknown> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), 60_000);
  const own = { 'user-agent': 'bench', 'x-contract-version': '0.1.0+753ddb4739f83511' };
  const headers = { authorization: 'Bearer vl_live_k', accept: 'application/json', ...own };
  const path = `/api/v1/workflows${read ? `/${ID}` : ''}`;
  const json = { ...headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  const init = read ? { headers } : { method, headers: json, body: JSON.stringify(BODY) };
  const { signal } = controller;
  const response = await fetch(url + path, { ...init, signal, redirect: 'manual', credentials: 'omit' });
  const answer = await response.json();
  clearTimeout(timer);
  return answer;
}

const own = await (CLIENTS[name] as () => Promise<Call>)();
// Clients that check responses are compared to our client without the check.
const base = name === 'drift' || name === 'strict' ? await ours() : raw;
const times: Record<'raw' | 'own', number[]> = { raw: [], own: [] };
for (let done = -WARM_UP; done < Number(count); done += BLOCK) {
  for (const [key, call] of [
    ['raw', base],
    ['own', own],
  ] as const) {
    for (let at = 0; at < BLOCK; at += 1) {
      const begun = process.hrtime.bigint();
      await call();
      if (done >= 0) times[key].push(Number(process.hrtime.bigint() - begun) / 1000);
    }
  }
}
console.log(JSON.stringify({ raw: median(times.raw), own: median(times.own) }));
process.exit(0);
