// The behavior of a client when errors occur: one list of cells for every runtime. It needs no test runner
// and nothing from Node. The caller provides the package and the address of the service in fault-server.ts.
import type { Drift } from '../../src/contract.ts';
import type { Fetch, Voiceloom, VoiceloomOptions } from '../../src/index.ts';
import type { Arrived } from './fault-server.ts';

type Sdk = typeof import('../../src/index.ts') & Pick<typeof import('../../src/contract.ts'), 'driftReports'>;

/** The environment that runs the table. */
export interface Ground {
  /** The package, as a program in this runtime imports it. */
  sdk: Sdk;
  /** The address of the service with the faults. */
  url: string;
  /** Replaces the `fetch` of the runtime. */
  fetch?: Fetch | undefined;
  /** What `console.log` prints, if the runtime can return it. */
  print?: ((value: unknown) => string) | undefined;
}

type Cell = Ground & {
  /** A client for the scenario, and the requests that the service received from it. */
  open(scenario: string): {
    client: (options?: VoiceloomOptions) => Voiceloom;
    seen: () => Promise<Arrived[]>;
  };
};

const KEY = 'vl_live_secret';

function must(held: boolean, what: string): void {
  if (!held) throw new Error(what);
}

async function caught(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('The call succeeded.');
}

const isOne = (error: unknown, Class: abstract new (...args: never[]) => Error) =>
  must(error instanceof Class, `It is ${String(error)}, not ${Class.name}.`);

const counts = (seen: unknown[], wanted: number) =>
  must(seen.length === wanted, `${seen.length} requests arrived, not ${wanted}.`);

/** Every guarantee of the table, by its sentence. */
const CELLS: Record<string, (cell: Cell) => Promise<void>> = {
  'a service that is away is tried four times, reads and writes alike': async ({ sdk, open }) => {
    const { client, seen } = open('away');
    isOne(await caught(client().voices.get('v')), sdk.ServerError);
    counts(await seen(), 4);
    isOne(await caught(client().workflows.create({ name: 'a' })), sdk.ServerError);
    counts(await seen(), 8);
  },
  'a write that may not be repeated is tried once': async ({ sdk, open }) => {
    const { client, seen } = open('away');
    isOne(await caught(client().workflows.delete('w')), sdk.ServerError);
    isOne(await caught(client().workflows.update('w', { name: 'a' })), sdk.ServerError);
    counts(await seen(), 2);
  },
  'Retry-After of a 429 is waited for': async ({ open }) => {
    const { client, seen } = open('limited');
    must((await client().voices.get('v')).id === 'v', 'It is another voice.');
    const [first, second] = await seen();
    must((second?.at ?? 0) - (first?.at ?? 0) >= 990, 'It came again too early.');
  },
  'a call fails at once where Retry-After is longer than its time': async ({ open }) => {
    const { client, seen } = open('limitedForLong');
    const error = (await caught(client().voices.get('v'))) as { status?: number; retryAfterMs?: number };
    must(error.status === 429 && error.retryAfterMs === 61_000, 'It does not say how long to wait.');
    counts(await seen(), 1);
  },
  'a connection that is reset is tried again': async ({ open }) => {
    const { client, seen } = open('resets');
    must((await client().voices.get('v')).id === 'v', 'It is another voice.');
    counts(await seen(), 2);
  },
  'the attempts of a POST carry one key, and a replayed answer says so': async ({ open }) => {
    const { client, seen } = open('resetsAndIsAway');
    const { replayed } = await client().workflows.create({ name: 'a' }).withResponse();
    must(replayed, 'It does not say that it is replayed.');
    const keys = new Set((await seen()).map(({ key }) => key));
    must(keys.size === 1 && !keys.has(undefined), `The keys are ${[...keys].join()}.`);
    counts(await seen(), 3);
  },
  'an abort ends the wait between attempts': async ({ sdk, open }) => {
    const { client, seen } = open('awayForLong');
    const controller = new AbortController();
    const call = caught(client().voices.get('v', { signal: controller.signal }));
    while ((await seen()).length === 0);
    controller.abort('enough');
    isOne(await call, sdk.AbortError);
    counts(await seen(), 1);
  },
  'the time of a call covers a body that stalls': async ({ sdk, open }) => {
    const error = await caught(open('stalls').client({ timeoutMs: 150 }).voices.get('v'));
    isOne(error, sdk.TimeoutError);
    must((error as { operation?: string }).operation === 'voices.get', 'It does not name its operation.');
  },
  'a stream of events that stalls is given up': async ({ sdk, open }) => {
    const client = open('eventsStall').client({ idleTimeoutMs: 150 });
    isOne(await caught(client.runs.events('w', 'r', { maxReconnects: 0 }).next()), sdk.TimeoutError);
  },
  'a body that is cut off is tried again, and stays a typed error': async ({ sdk, open }) => {
    const { client, seen } = open('cuts');
    must((await client().voices.get('v')).id === 'v', 'It is another voice.');
    counts(await seen(), 2);
    isOne(await caught(open('cutsAlways').client({ maxRetries: 0 }).voices.get('v')), sdk.ConnectionError);
  },
  'half a JSON is a typed error, and never data': async ({ sdk, open }) => {
    const { client, seen } = open('halfJson');
    isOne(await caught(client().voices.get('v')), sdk.ResponseError);
    counts(await seen(), 1);
  },
  'missing fields are reported where one asks for it, and fail the call only if that is asked': async ({
    sdk,
    open,
  }) => {
    const { client } = open('drifts');
    must((await client().voices.get('v')).id === 'v', 'It is another voice.');
    const drifts: Drift[] = [];
    const inspect = sdk.driftReports({ sample: 1, onDrift: (drift) => drifts.push(drift) });
    must((await client({ inspect }).voices.get('v')).id === 'v', 'It is another voice.');
    const told = drifts.some(({ pointer, got }) => pointer === '/data/provider' && got === 'missing');
    must(told, 'Nothing is reported.');
    const strict = client({ inspect: sdk.driftReports({ strict: true }) });
    isOne(await caught(strict.voices.get('v')), sdk.ResponseError);
  },
  'the key does not follow a redirect to another origin': async ({ sdk, url, open }) => {
    isOne(await caught(open('redirects').client().voices.get('v')), sdk.ConnectionError);
    const response = await fetch(`${url}/arrived/elsewhere`);
    counts((await response.json()) as unknown[], 0);
  },
  'the ids "", "." and ".." are refused before anything is sent': async ({ sdk, open }) => {
    const { client, seen } = open('fine');
    for (const id of ['', '.', '..']) isOne(await caught(client().voices.get(id)), sdk.InputError);
    counts(await seen(), 0);
  },
  'the id ../../admin stays inside its segment': async ({ open }) => {
    const { client, seen } = open('fine');
    await client().voices.get('../../admin');
    const paths = (await seen()).map(({ path }) => path);
    must(paths.join() === '/api/v1/voices/..%2F..%2Fadmin', `It arrived at ${paths.join()}.`);
  },
  'no way to print a client, its parts or its errors shows the key': async ({ open, print }) => {
    const made = open('refuses').client({ maxRetries: 0 });
    const refused = await caught(made.auth.whoami());
    const broken = await caught(open('cutsAlways').client({ maxRetries: 0 }).auth.whoami());
    for (const value of [made, { ...made }, made.workflows, refused, broken]) {
      for (const text of [JSON.stringify(value), String(value), print?.(value) ?? '']) {
        must(!text.includes('secret'), `It shows ${text}.`);
      }
    }
  },
  'a signal that outlives 500 calls keeps no listener of them': async ({ open }) => {
    const { signal } = new AbortController();
    const kept = new Set<unknown>();
    const [add, remove] = [signal.addEventListener, signal.removeEventListener];
    let added = 0;
    signal.addEventListener = (type: string, listener: never) => {
      added += 1;
      kept.add(listener);
      add.call(signal, type, listener);
    };
    signal.removeEventListener = (type: string, listener: never) => {
      kept.delete(listener);
      remove.call(signal, type, listener);
    };
    const made = open('fine').client();
    for (let at = 0; at < 500; at += 1) await made.voices.get('v', { signal });
    must(added >= 500, `${added} calls listened.`);
    must(kept.size === 0, `${kept.size} listeners are left.`);
  },
};

/** The sentences of the table. */
export const cells: readonly string[] = Object.keys(CELLS);

let opened = 0;

/** Runs one cell. Throws if its guarantee does not hold. */
export async function runCell(ground: Ground, name: string): Promise<void> {
  const { sdk, url, fetch: own } = ground;
  const open: Cell['open'] = (scenario) => {
    opened += 1;
    const client = `${opened}-${Math.random().toString(36).slice(2)}`;
    const seen = async () => (await (await fetch(`${url}/arrived/${client}`)).json()) as Arrived[];
    const base = { apiKey: KEY, dangerouslyAllowBrowser: true, baseUrl: `${url}/${scenario}/${client}` };
    const options = { ...base, ...(own && { fetch: own }) };
    return { seen, client: (more = {}) => new sdk.Voiceloom({ ...options, ...more }) };
  };
  await CELLS[name]?.({ ...ground, open });
}

/** The broken guarantees, by cell. All cells run at once, because they are independent. */
export async function runTable(ground: Ground): Promise<Record<string, string>> {
  const outcomes = await Promise.all(
    cells.map(async (name) => {
      try {
        await runCell(ground, name);
        return [];
      } catch (error) {
        return [[name, error instanceof Error ? (error.stack ?? error.message) : String(error)] as const];
      }
    }),
  );
  return Object.fromEntries(outcomes.flat());
}
