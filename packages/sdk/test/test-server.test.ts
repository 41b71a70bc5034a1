import { UPLOAD_FORMATS } from '@voiceloom/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { workflow } from '../src/contract.ts';
import { verify, webhookHandler } from '../src/webhooks.ts';
import { caught, checkedServer } from './support/checked-server.ts';
import { neverSucceeded } from './support/succeeded.ts';

const narration = (text = 'Good evening.\nGood night.') => {
  const flow = workflow();
  const script = flow.source_script({ text, source_language: 'en-us' });
  const voice = flow.operator_generator();
  const pacing = flow.validator_pacing();
  const delivery = flow.sink_preview();
  script.lines.to(voice.lines).audio.to(pacing.audio).pass.to(delivery.audio);
  pacing.fail.to(voice.lines);
  return { definition: flow.build(), delivery, voice };
};

afterAll(() => expect(neverSucceeded()).toEqual([]));

test('the same test always gets the same ids, keys and times', async () => {
  const [one, other] = [checkedServer(), checkedServer()];
  const make = ({ client }: typeof one) => client.workflows.create({ name: 'Evening' });
  expect(await make(one)).toEqual(await make(other));
  expect(one.server.apiKey).toBe(other.server.apiKey);
});

describe('resources', () => {
  test('a workflow is created, read, listed, updated by its version and deleted', async () => {
    const { client, user } = checkedServer();
    const { definition } = narration();
    const made = await client.workflows.create({ name: 'Evening', definition });
    const { data, response } = await client.workflows.get(made.id).withResponse();
    expect(data.definition.graph.nodes[1]?.config).toMatchObject({ provider: 'espeak', reuse_takes: true });
    const ifMatch = response.headers.get('etag') ?? '';
    const changed = await user.workflows.update(made.id, { name: 'Night' }, { ifMatch });
    expect([changed.name, changed.updated_at > made.updated_at]).toEqual(['Night', true]);
    expect(await caught(user.workflows.update(made.id, { name: 'Late' }, { ifMatch }))).toMatchObject({
      code: 'PRECONDITION_FAILED',
      status: 412,
    });
    expect((await client.workflows.replace(made.id, { name: 'Third', definition })).name).toBe('Third');
    const renamed = await client.workflows.update(made.id, ({ name }) => ({ name: `${name} (final)` }));
    expect(renamed.name).toBe('Third (final)');
    await client.workflows.create({ name: 'Newest' });
    const names = (await client.workflows.list().toArray()).map(({ name }) => name);
    expect(names).toEqual(['Newest', 'Third (final)']);
    await client.workflows.delete(made.id);
    expect(await caught(client.workflows.get(made.id))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a list pages forward and back, newest first, and rejects an invalid cursor', async () => {
    const { client } = checkedServer();
    for (let at = 7; at >= 1; at -= 1) await client.workflows.create({ name: `Part ${at}` });
    const first = await client.workflows.list({ limit: 3 }).page();
    expect(first.pagination).toMatchObject({ limit: 3, total: 7, prev: null });
    const second = await first.next();
    expect(second?.items.map(({ name }) => name)).toEqual(['Part 4', 'Part 5', 'Part 6']);
    expect(second?.pagination.prev).not.toBeNull();
    const all = await client.workflows.list({ limit: 3 }).toArray();
    expect(all.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5, 6, 7].map((at) => `Part ${at}`));
    expect(await caught(client.workflows.list({ cursor: 'x' }).page())).toMatchObject({
      details: [{ field: 'query.cursor' }],
    });
  });

  test('a body may be as large as the service allows: 4 MiB, and 16 MiB with a definition', async () => {
    const { client } = checkedServer();
    const text = 'x'.repeat(5 * 2 ** 20);
    const tooLarge = { code: 'PAYLOAD_TOO_LARGE', message: 'The body is larger than 4 MiB.' };
    expect(await caught(client.text.normalize({ text, locale: 'en-us' }))).toMatchObject(tooLarge);
    const definition = { graph: { nodes: [], edges: [], note: text } };
    expect(await caught(client.workflows.create({ name: 'A', definition }))).toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });

  test('all errors of an input are in one response, with the rules and words of the contract', async () => {
    const { client, user } = checkedServer();
    const bad = { name: '', definition: { graph: { nodes: [{ id: 'x', type: 'nothing' }] } } };
    expect(await caught(client.workflows.create(bad))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [
        { field: 'body.name', message: 'Must not be empty.' },
        { field: 'body.definition.graph.nodes.0.id', message: 'Must be a UUID.' },
        {
          field: 'body.definition.graph.nodes.0.type',
          message: expect.stringMatching(
            /^There is no node type "nothing"\. Allowed node types: source_script, /,
          ),
        },
      ],
    });
    expect(await caught(client.workflows.get('nonsense'))).toMatchObject({
      message: 'workflow_id: Must be a UUID.',
      details: [{ field: 'params.workflow_id', message: 'Must be a UUID.' }],
    });
    expect(await caught(client.voices.list({ limit: 1_000 }).page())).toMatchObject({
      details: [{ field: 'query.limit' }],
    });
    expect(await caught(user.users.subscribe({ plan_id: 'x' }))).toMatchObject({
      details: [{ field: 'body.plan_id' }],
    });
    const { valid, errors } = await client.workflows.validate({ definition: bad.definition });
    expect([valid, errors.length]).toEqual([false, 2]);
  });

  test('API keys are created, limited by their scopes, rotated with a grace period and revoked', async () => {
    const { server, user, client, clientWith } = checkedServer();
    const { id, api_key } = await user.apiKeys.create({ name: 'CI', scopes: ['workflows:read'] });
    const limited = clientWith({ apiKey: api_key });
    expect(await limited.auth.whoami()).toMatchObject({ auth_kind: 'api_key', api_key_id: id });
    expect(await limited.workflows.list().toArray()).toEqual([]);
    expect(await caught(limited.workflows.create({ name: 'x' }))).toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
    });
    expect(await caught(client.apiKeys.list().page())).toMatchObject({ code: 'FORBIDDEN' });
    const { new_key } = await user.apiKeys.rotate(id, { grace_period_seconds: 60 });
    await limited.workflows.list().page();
    await server.advance(60_000);
    expect(await caught(limited.workflows.list().page())).toMatchObject({ code: 'INVALID_API_KEY' });
    expect((await user.apiKeys.get(id)).active).toBe(false);
    await user.apiKeys.delete(new_key.id);
    expect((await user.apiKeys.list({ status: 'revoked' }).toArray()).length).toBe(2);
    expect(await caught(clientWith({ apiKey: 'vl_live_nobody' }).auth.whoami())).toMatchObject({
      status: 401,
    });
  });

  test('an upload stores real bytes, checks them and returns them', async () => {
    const { client, server } = checkedServer();
    const { id: workflowId } = await client.workflows.create({ name: 'Evening' });
    const file = new Blob(['Good evening.\nGood night.']);
    const upload = await client.uploads.upload({
      file,
      filename: 'script.txt',
      category: 'script',
      workflowId,
    });
    expect(upload).toMatchObject({ status: 'confirmed', size_bytes: 25, line_count: 2, char_count: 24 });
    const link = { url: upload.download_url ?? '', filename: upload.filename };
    expect(new TextDecoder().decode(await (await client.download(link)).bytes())).toContain('Good night.');
    expect(upload).toMatchObject({ context_type: 'workflow', context_id: workflowId });
    const announced = { filename: 'a.txt', category: 'script', size_bytes: 3 } as const;
    const pending = await client.uploads.create(announced);
    const context = { context_type: 'workflow', context_id: workflowId } as const;
    expect(await caught(client.uploads.confirm(pending.upload.id, context))).toMatchObject({ status: 422 });
    await server.fetch(pending.upload_url, { method: 'PUT', body: 'four' });
    expect(await caught(client.uploads.confirm(pending.upload.id, context))).toMatchObject({
      message: 'The file has 4 bytes, but the upload declared 3.',
    });
    expect(await caught(client.uploads.create({ filename: 'a.exe', category: 'script' }))).toMatchObject({
      details: [{ field: 'body.filename' }],
    });
    for (const format of UPLOAD_FORMATS.audio) {
      const recording = { filename: `a.${format}`, category: 'audio' } as const;
      expect((await client.uploads.create(recording)).upload).toMatchObject({ format, status: 'pending' });
    }
    await client.uploads.delete(upload.id);
    expect(await caught(client.uploads.delete(upload.id))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('runs', () => {
  test('a run completes while it is followed, and its results are available', async () => {
    const { client } = checkedServer();
    const { definition, delivery } = narration();
    const { id } = await client.workflows.create({ name: 'Evening', definition });
    const types: string[] = [];
    const run = await client.runs.start(id).wait({ onEvent: ({ type }) => void types.push(type) });
    expect(run).toMatchObject({ status: 'completed', credits: 2, finished_steps: 6, total_steps: 6 });
    expect(types.filter((type) => type === 'line.completed')).toHaveLength(2);
    const [output] = (await client.runs.outputs(id, run.id)).outputs;
    expect(output).toMatchObject({ node_id: delivery.id, line_count: 2, status: 'completed' });
    expect(output?.lines.map(({ script }) => script)).toEqual(['Good evening.', 'Good night.']);
    const audioId = output?.lines[0]?.audio_id ?? '';
    const audio = await client.download(await client.runs.audioUrl(id, run.id, audioId));
    expect((await audio.bytes()).length).toBe(44 + 13 * 60 * 8 * 2);
    const zip = await (await run.download()).bytes();
    expect(new TextDecoder().decode(zip)).toContain('en-us/L00001.wav');
    expect((await client.runs.get(id, run.id)).definition_snapshot.graph.nodes).toHaveLength(4);
    expect((await client.runs.status(id, run.id)).has_export).toBe(true);
    const files = await client.download(
      await client.runs.downloadNode(id, run.id, delivery.id, { format: 'files' }),
    );
    expect(
      new TextDecoder()
        .decode(await files.bytes())
        .trim()
        .split('\n'),
    ).toHaveLength(2);
  });

  test('a take of the same text is reused without credits', async () => {
    const { client } = checkedServer();
    const { id } = await client.workflows.create({ name: 'Evening', definition: narration().definition });
    await client.runs.start(id).wait();
    const again = await client.runs.start(id, { script_text: 'Good evening.\nAnd good luck.' }).wait();
    expect(again).toMatchObject({ credits: 1, usage_summary: { lines: 2, characters: 14 }, run_number: 2 });
  });

  test('with a manual clock, a run makes no progress until time advances, and can be canceled', async () => {
    const { client, server } = checkedServer({ clock: 'manual', lineMs: 500 });
    const { id } = await client.workflows.create({ name: 'Evening', definition: narration().definition });
    const run = await client.runs.start(id);
    const status = async () => (await client.runs.status(id, run.id)).status;
    expect(await status()).toBe('pending');
    await server.advance(100);
    expect(await status()).toBe('running');
    await server.advance(500);
    expect((await client.runs.get(id, run.id)).finished_steps).toBe(3);
    expect(await caught(client.runs.start(id))).toMatchObject({ code: 'RUN_ALREADY_ACTIVE' });
    expect(await caught(client.runs.download(id, run.id))).toMatchObject({ code: 'CONFLICT' });
    expect((await run.cancel()).status).toBe('cancelled');
    await server.advance(3_600_000);
    expect(await status()).toBe('cancelled');
    expect((await client.runs.get(id, run.id)).has_export).toBe(true);
    expect((await client.runs.download(id, run.id)).filename).toBe('Evening-run-1.zip');
    expect((await client.runs.list(id).toArray()).map((listed) => listed.status)).toEqual(['cancelled']);
  });

  test('an event stream continues after the last event that was seen', async () => {
    const { client } = checkedServer();
    const { id } = await client.workflows.create({ name: 'Evening', definition: narration().definition });
    const run = await client.runs.start(id);
    const all = [];
    for await (const event of client.runs.events(id, run.id)) all.push(event);
    const rest = [];
    for await (const event of client.runs.events(id, run.id, { lastEventId: 5 })) rest.push(event);
    expect(rest).toEqual(all.slice(5));
    expect(all.map((event) => event.id)).toEqual(all.map((_, at) => at + 1));
  });

  test('closing a stream under a manual clock leaves nothing behind', async () => {
    const { client, server } = checkedServer({ clock: 'manual' });
    const { id } = await client.workflows.create({ name: 'Evening', definition: narration().definition });
    const run = await client.runs.start(id);
    for await (const event of client.runs.events(id, run.id)) {
      expect(event.type).toBe('run.status');
      break;
    }
    await server.advance(60_000);
    expect((await client.runs.status(id, run.id)).status).toBe('completed');
  });

  test('lines fail as the test specifies, and so does the run', async () => {
    const { client } = checkedServer({
      line: ({ script }) => (script === 'Good night.' ? 'failed' : 'delivered'),
    });
    const { id } = await client.workflows.create({ name: 'Evening', definition: narration().definition });
    const failed = await client.runs.start(id).wait();
    expect(failed).toMatchObject({
      status: 'failed',
      error: '1 of 2 lines failed; none may fail.',
      error_details: { code: 'lines_failed' },
      credits: 1,
    });
  });

  test('a dropped line is not delivered', async () => {
    const { client } = checkedServer({
      line: ({ line_index }) => (line_index === 0 ? 'dropped' : 'delivered'),
    });
    const { id } = await client.workflows.create({ name: 'Evening', definition: narration().definition });
    const run = await client.runs.start(id).wait();
    const [output] = (await client.runs.outputs(id, run.id)).outputs;
    expect(output?.lines.map(({ script }) => script)).toEqual(['Good night.']);
  });

  test('a workflow without source and output does not start', async () => {
    const { client } = checkedServer();
    const empty = await client.workflows.create({ name: 'Empty' });
    expect(await caught(client.runs.start(empty.id))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ message: 'There is no source node.' }, { message: 'There is no output node.' }],
    });
    expect(await client.runs.list(empty.id).toArray()).toEqual([]);
  });

  test('a signed address expires, serves byte ranges and needs no credential', async () => {
    const { client, server } = checkedServer();
    const { id } = await client.workflows.create({ name: 'Evening', definition: narration().definition });
    const run = await client.runs.start(id).wait();
    const { url } = await client.runs.download(id, run.id);
    const part = await server.fetch(url, { headers: { range: 'bytes=0-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PK\u0003\u0004']);
    const withKey = { headers: { authorization: `Bearer ${server.apiKey}` } };
    expect((await server.fetch(url, withKey)).status).toBe(403);
    await server.advance(900_000);
    expect((await server.fetch(url)).status).toBe(403);
  });
});

describe('webhooks', () => {
  test('a handler receives the real signed events of a run, with each of its types', async () => {
    let secret = '';
    const heard: string[] = [];
    const { server, client } = checkedServer({
      webhooks: (request) =>
        webhookHandler({
          secrets: secret,
          now: server.now,
          on: {
            'run.started': () => heard.push('started'),
            'run.completed': ({ data }) => heard.push(`completed ${data.delivered_lines}`),
          },
        })(request),
    });
    const endpoint = await client.webhookEndpoints.create({
      url: 'https://me.test/hooks',
      events: ['run.started', 'run.completed'],
    });
    secret = endpoint.secret;
    const { id } = await client.workflows.create({
      name: 'Evening',
      definition: narration('Good evening.').definition,
    });
    await client.runs.start(id).wait();
    expect(heard).toEqual(['started', 'completed 1']);
    const deliveries = await client.webhookEndpoints.deliveries(endpoint.id).toArray();
    expect(deliveries.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['succeeded', 1],
      ['succeeded', 1],
    ]);
  });

  test('an unavailable receiver is retried as time advances, and a rotated secret signs together with the old one', async () => {
    const answers = [503, 500, 200];
    const received: { headers: Headers; body: string }[] = [];
    const { server, client } = checkedServer({
      webhooks: async (request) => {
        received.push({ headers: request.headers, body: await request.text() });
        return new Response('', { status: answers.shift() ?? 200 });
      },
    });
    const endpoint = await client.webhookEndpoints.create({ url: 'https://me.test/hooks' });
    const { secret } = await client.webhookEndpoints.rotateSecret(endpoint.id);
    const { id } = await client.workflows.create({
      name: 'Evening',
      definition: narration('Good evening.').definition,
    });
    const upload = { file: new Blob(['x']), filename: 'a.txt', category: 'script', workflowId: id } as const;
    await client.uploads.upload(upload);
    const deliveries = () => client.webhookEndpoints.deliveries(endpoint.id).toArray();
    expect((await deliveries())[0]).toMatchObject({ status: 'pending', attempts: 1, response_status: 503 });
    await server.advance(5_000);
    await server.advance(30_000);
    const [done] = await deliveries();
    expect(done).toMatchObject({ status: 'succeeded', attempts: 3 });
    expect(new Set(received.map(({ headers }) => headers.get('webhook-id')))).toEqual(
      new Set([done?.event.id]),
    );
    const last = received.at(-1);
    for (const one of [secret, endpoint.secret]) {
      const event = await verify(last?.body ?? '', last?.headers ?? {}, one, { now: server.now });
      expect(event).toMatchObject({ type: 'upload.confirmed', data: { filename: 'a.txt' } });
    }
  });

  test('an endpoint is tested, disabled by a 410 and deleted', async () => {
    const { client } = checkedServer({ webhooks: () => new Response('gone', { status: 410 }) });
    const { webhookEndpoints } = client;
    const { id } = await webhookEndpoints.create({ url: 'https://me.test/hooks' });
    const tried = await webhookEndpoints.test(id);
    expect(tried).toMatchObject({ status: 'pending', event: { type: 'webhook.test' } });
    expect(await webhookEndpoints.get(id)).toMatchObject({ active: false, disabled_reason: 'gone' });
    expect(await caught(webhookEndpoints.test(id))).toMatchObject({ code: 'CONFLICT' });
    expect(await caught(webhookEndpoints.create({ url: 'http://me.test/' }))).toMatchObject({ status: 422 });
    expect(await webhookEndpoints.list().toArray()).toHaveLength(1);
    await webhookEndpoints.delete(id);
    expect(await webhookEndpoints.list().toArray()).toEqual([]);
  });
});

test('an address of another origin is not reached, and an unknown path or method is an error', async () => {
  const { server, fetch } = checkedServer({ baseUrl: 'https://voice.test/base' });
  await expect(fetch('https://example.com/')).rejects.toThrow('fetch failed');
  const headers = { authorization: `Bearer ${server.apiKey}` };
  expect((await fetch(`${server.baseUrl}/api/v1/nothing`, { headers })).status).toBe(404);
  expect((await fetch(`${server.baseUrl}/api/v1/voices`, { method: 'PUT', headers })).status).toBe(405);
  expect((await fetch(`${server.baseUrl}/api/v1/voices`, { headers })).status).toBe(200);
});
