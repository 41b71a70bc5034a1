import { expect, test } from 'vitest';
import { Voiceloom, VoiceloomError } from '../src/index.ts';
import { nodeFetch } from '../src/node.ts';
import { data, failure, json, META, scripted, silence } from './support/scripted-server.ts';

type Client = Voiceloom;

// Named functions, because the test looks for their names in the stack.
const callers = {
  async readsOne(client: Client) {
    await client.workflows.get('w');
  },
  async asksForTheResponse(client: Client) {
    await client.workflows.get('w').withResponse();
  },
  async walksAList(client: Client) {
    for await (const item of client.workflows.list()) expect(item).toBeUndefined();
  },
  async readsAPage(client: Client) {
    await client.workflows.list().page();
  },
  async awaitsAList(client: Client) {
    await client.workflows.list();
  },
  async takesSome(client: Client) {
    await client.workflows.list().toArray({ limit: 3 });
  },
  async startsARun(client: Client) {
    await client.runs.start('w').wait();
  },
  async changesByFunction(client: Client) {
    await client.workflows.update('w', () => ({ name: 'new' }));
  },
};

async function stackOf(caller: (client: Client) => Promise<void>, client: Client): Promise<string> {
  try {
    await caller(client);
  } catch (error) {
    expect(error).toBeInstanceOf(VoiceloomError);
    return (error as Error).stack ?? '';
  }
  throw new Error('The call succeeded.');
}

const named = Object.entries(callers);

test.each(named)('the stack of an error response contains the calling line: %s', async (name, caller) => {
  const { client } = await scripted(failure(404, 'NOT_FOUND'));
  expect(await stackOf(caller, client())).toContain(name);
});

test.each(named)('the stack of a broken connection contains the calling line: %s', async (name, caller) => {
  const client = new Voiceloom({ apiKey: 'k', baseUrl: 'http://127.0.0.1:1', maxRetries: 0 });
  expect(await stackOf(caller, client)).toContain(name);
});

test.each(named)(
  'the stack of a timeout contains the calling line, over both transports: %s',
  async (name, caller) => {
    const { client } = await scripted(silence);
    expect(await stackOf(caller, client({ timeoutMs: 40 }))).toContain(name);
    expect(await stackOf(caller, client({ timeoutMs: 40, fetch: nodeFetch() }))).toContain(name);
  },
);

test('an error of a later page has the stack of the code that iterates over the list', async () => {
  const pagination = { limit: 1, prev: null, next: 'http://x/?cursor=b' };
  const { client } = await scripted(json({ data: [{ id: 'a' }], meta: META, pagination }), data({}));
  const seen: unknown[] = [];
  const walksOn = async (from: Client) => {
    for await (const { id } of from.workflows.list()) seen.push(id);
  };
  expect(await stackOf(walksOn, client())).toContain('walksOn');
  expect(seen).toEqual(['a']);
});
