import { afterAll, describe, expect, test } from 'vitest';
import { verify, webhookHandler } from '../src/webhooks.ts';
import { workflow } from '../src/workflow/index.ts';
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

// Those of the other groups are in test-server-account.test.ts and test-server-workspace.test.ts.
const HERE =
  /^(auth|api_keys|workspaces|workflows|runs|uploads|templates|nodes|dictionary|webhook_endpoints|voices\.[^s]|usage\.s)/;

afterAll(() => expect(neverSucceeded(HERE)).toEqual([]));

test('the same test gets the same ids, keys and times', async () => {
  const [one, other] = [checkedServer(), checkedServer()];
  const make = ({ client }: typeof one) => client.workflows.create({ name: 'Evening' });
  expect(await make(one)).toEqual(await make(other));
  expect(one.server.apiKey).toBe(other.server.apiKey);
});

describe('resources', () => {
  test('a workflow is made, read, listed, changed by its version, copied and deleted', async () => {
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
    expect((await client.workflows.duplicate(made.id)).name).toBe('Third (Copy)');
    const names = (await client.workflows.list({ sort: 'name' }).toArray()).map(({ name }) => name);
    expect(names).toEqual(['Third', 'Third (Copy)']);
    const free = await client.workflows.nameAvailability({ name: 'third' });
    expect(free.available).toBe(false);
    await client.workflows.delete(made.id);
    expect(await caught(client.workflows.get(made.id))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a list is walked page by page, forth and back, and a cursor of another list is refused', async () => {
    const { client, fetch, server } = checkedServer();
    for (let at = 1; at <= 7; at += 1) await client.workflows.create({ name: `Part ${at}` });
    const first = await client.workflows.list({ limit: 3, sort: 'name' }).page();
    expect(first.pagination).toMatchObject({ limit: 3, total: 7, prev: null });
    const second = await first.next();
    expect(second?.items.map(({ name }) => name)).toEqual(['Part 4', 'Part 5', 'Part 6']);
    expect(second?.pagination.prev).not.toBeNull();
    const all = await client.workflows.list({ limit: 3, sort: 'name' }).toArray();
    expect(all.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5, 6, 7].map((at) => `Part ${at}`));
    const foreign = new URL(first.pagination.next ?? '');
    foreign.searchParams.set('search', 'x');
    const headers = { authorization: `Bearer ${server.apiKey}` };
    expect((await fetch(foreign, { headers })).status).toBe(422);
  });

  test('every fault of an input comes in one answer, by the rules and words of the contract', async () => {
    const { client } = checkedServer();
    const bad = { name: '', definition: { graph: { nodes: [{ id: 'x', type: 'nothing' }] } } };
    expect(await caught(client.workflows.create(bad))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [
        { field: 'body.name', message: 'Must not be empty.' },
        { field: 'body.definition.graph.nodes.0.id', message: 'Not a UUID.' },
        { field: 'body.definition.graph.nodes.0.type', message: 'There is no node type "nothing".' },
      ],
    });
    expect(await caught(client.workflows.get('nonsense'))).toMatchObject({
      message: 'workflow_id: Not a UUID.',
      details: [{ field: 'params.workflow_id', message: 'Not a UUID.' }],
    });
    expect(await caught(client.voices.list({ limit: 1_000 }).page())).toMatchObject({
      details: [{ field: 'query.limit' }],
    });
    const { valid, errors } = await client.workflows.validate({ definition: bad.definition });
    expect([valid, errors.length]).toEqual([false, 2]);
  });

  test('API keys are made, limited by their scopes, rotated with a grace and revoked', async () => {
    const { server, user, client, clientWith } = checkedServer();
    const { id, api_key } = await user.apiKeys.create({ name: 'CI', scopes: ['workflows:read'] });
    const limited = clientWith({ apiKey: api_key });
    expect(await limited.auth.whoami()).toMatchObject({ auth_kind: 'api_key', api_key_id: id });
    expect(await limited.workflows.list().toArray()).toEqual([]);
    expect(await caught(limited.workflows.create({ name: 'x' }))).toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
    });
    expect(await caught(client.apiKeys.list().page())).toMatchObject({ code: 'FORBIDDEN' });
    expect((await user.apiKeys.update(id, { name: 'Builds' })).name).toBe('Builds');
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

  test('workspaces keep what is theirs apart, and the personal one stays', async () => {
    const { user, server, clientWith } = checkedServer();
    const team = await user.workspaces.create({ name: 'The Über team' });
    expect(team.slug).toBe('the-uber-team');
    expect((await user.workspaces.slugAvailable({ slug: team.slug })).available).toBe(false);
    const { id } = await user.workflows.create({ name: 'Theirs' }, { workspaceId: team.id });
    expect(await caught(user.workflows.get(id))).toMatchObject({ code: 'NOT_FOUND' });
    expect((await user.workflows.get(id, { workspaceId: team.id })).name).toBe('Theirs');
    expect(await caught(clientWith({ workspaceId: team.id }).workflows.get(id))).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect((await user.workspaces.update(team.id, { name: 'Team' })).name).toBe('Team');
    expect(await caught(user.workspaces.create({ name: 'x', slug: team.slug }))).toMatchObject({
      code: 'WORKSPACE_SLUG_TAKEN',
    });
    await user.workspaces.updateSettings(team.id, { theme: 'dark' });
    expect(await user.workspaces.getSettings(team.id)).toMatchObject({ theme: 'dark' });
    await user.workspaces.delete(team.id);
    expect(await caught(user.workspaces.get(team.id))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await caught(user.workspaces.delete(server.workspaceId))).toMatchObject({ code: 'CONFLICT' });
    expect((await user.workspaces.get(server.workspaceId)).id).toBe(server.workspaceId);
    expect(await user.workspaces.list().toArray()).toHaveLength(1);
  });

  test('templates are made, cloned, priced and held dear; starters are read-only', async () => {
    const { client, user } = checkedServer();
    const [starter] = await client.templates.list().toArray();
    expect(starter?.is_starter).toBe(true);
    const clone = await client.templates.clone(starter?.id ?? '');
    expect(clone.name).toBe('Narration (Copy)');
    expect(await caught(user.templates.update(starter?.id ?? '', { name: 'x' }))).toMatchObject({
      code: 'FORBIDDEN',
    });
    const own = await user.templates.create({ name: 'Mine', definition: narration().definition });
    expect((await user.templates.update(own.id, { category: 'media' })).category).toBe('media');
    expect((await client.templates.estimate(own.id)).credits_per_1000_characters).toBe(10);
    expect((await user.templates.favorite(own.id)).is_favorite).toBe(true);
    await user.templates.unfavorite(own.id);
    expect((await client.templates.get(own.id)).is_favorite).toBe(false);
    expect(await user.templates.mine().toArray()).toHaveLength(1);
    await user.templates.delete(own.id);
    expect(await user.templates.mine().toArray()).toEqual([]);
  });

  test('voices are filtered, counted and held dear, and their samples are real audio', async () => {
    const { client } = checkedServer();
    const german = await client.voices.list({ language: 'de' }).toArray();
    expect(german.map(({ name }) => name)).toEqual(['Clara']);
    const facets = await client.voices.facets({ gender: 'female' });
    expect(facets.gender).toEqual([
      { value: 'female', count: 3 },
      { value: 'male', count: 2 },
    ]);
    const id = german[0]?.id ?? '';
    expect((await client.voices.favorite(id)).is_favorite).toBe(true);
    expect(await client.voices.list({ favorites_only: true }).toArray()).toHaveLength(1);
    await client.voices.unfavorite(id);
    expect((await client.voices.get(id)).is_favorite).toBe(false);
    const bytes = await (await client.download(await client.voices.sample(id))).bytes();
    expect(new TextDecoder().decode(bytes.slice(0, 4))).toBe('RIFF');
  });

  test('the voices may be those of the test', async () => {
    const { client } = checkedServer({
      voices: [{ name: 'Zoe', supported_languages: ['fr-fr'], age: 'young' }],
    });
    const voices = await client.voices.list().toArray();
    expect(voices.map(({ name, age, provider }) => [name, age, provider])).toEqual([
      ['Zoe', 'young', 'espeak'],
    ]);
  });

  test('node types are those of the contract', async () => {
    const { client } = checkedServer();
    expect((await client.nodes.list()).map(({ node_type }) => node_type)).toContain('source_script');
    const generator = await client.nodes.get('operator_generator');
    expect(generator.options.voice_id).toEqual({ kind: 'href', target: '/api/v1/voices' });
    expect(await caught(client.nodes.get('nothing'))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('the dictionary takes a word once per language', async () => {
    const { client } = checkedServer();
    const word = { word: 'Nguyen', pronunciation: 'win', language: 'en' };
    const entry = await client.dictionary.create(word);
    expect(await client.dictionary.get(entry.id)).toEqual(entry);
    expect(await caught(client.dictionary.create(word))).toMatchObject({ code: 'NAME_TAKEN' });
    expect(await caught(client.dictionary.create({ word: 'x', language: 'en' }))).toMatchObject({
      details: [{ field: 'body.pronunciation' }],
    });
    expect(
      (await client.dictionary.replace(entry.id, { ...word, pronunciation: 'nwin' })).pronunciation,
    ).toBe('nwin');
    expect(await client.dictionary.search({ q: 'NWI' }).toArray()).toHaveLength(1);
    expect(await client.dictionary.list({ language: 'de' }).toArray()).toEqual([]);
    expect(await client.dictionary.languages()).toEqual([
      { language: 'en', display_name: 'English', entries_count: 1 },
    ]);
    await client.dictionary.delete(entry.id);
    expect(await client.dictionary.list().toArray()).toEqual([]);
  });

  test('an upload takes real bytes, checks them and gives them back', async () => {
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
    expect(await client.workflows.uploads(workflowId).toArray()).toHaveLength(1);
    const script = await client.uploads.script(upload.id, { source_language: 'en-gb' });
    expect(script.reading.line_count).toBe(script.lines.length);
    expect(script.lines.at(-1)).toMatchObject({
      script: expect.stringContaining('Good night.'),
      locale_code: 'en-gb',
    });
    const announced = { filename: 'a.txt', category: 'script', size_bytes: 3 } as const;
    const pending = await client.uploads.create(announced);
    const context = { context_type: 'workflow', context_id: workflowId } as const;
    expect(await caught(client.uploads.script(pending.upload.id))).toMatchObject({ status: 409 });
    expect(await caught(client.uploads.confirm(pending.upload.id, context))).toMatchObject({ status: 422 });
    await server.fetch(pending.upload_url, { method: 'PUT', body: 'four' });
    expect(await caught(client.uploads.confirm(pending.upload.id, context))).toMatchObject({
      message: 'The file has 4 bytes, not the 3 that were announced.',
    });
    expect(await caught(client.uploads.create({ filename: 'a.exe', category: 'script' }))).toMatchObject({
      details: [{ field: 'body.filename' }],
    });
    await client.uploads.delete(upload.id);
    expect(await client.workflows.uploads(workflowId).toArray()).toEqual([]);
  });
});

describe('runs', () => {
  test('a run goes to its end while it is followed, and its results are there', async () => {
    const { client, server } = checkedServer();
    const { definition, delivery, voice } = narration();
    const { id } = await client.workflows.create({ name: 'Evening', definition });
    const estimate = await client.workflows.preview(id);
    expect(estimate).toMatchObject({ min_credits: 2, can_run: true });
    const types: string[] = [];
    const run = await client.runs.start(id).wait({ onEvent: ({ type }) => void types.push(type) });
    expect(run).toMatchObject({ status: 'completed', credits: 2, finished_steps: 6, total_steps: 6 });
    expect(types.filter((type) => type === 'line.completed')).toHaveLength(2);
    expect(server.credits()).toBe(99_998);
    const rows = await client.runs.data(id, run.id).toArray();
    expect(rows.map(({ script }) => script)).toEqual(['Good evening.', 'Good night.']);
    const [card] = rows[0]?.cards ?? [];
    expect(card).toMatchObject({
      status: 'delivered',
      validations: [{ kind: 'pacing', status: 'unscored' }],
    });
    const audio = await client.download(await client.runs.audioUrl(id, run.id, card?.audio.audio_id ?? ''));
    expect((await audio.bytes()).length).toBe(44 + 13 * 60 * 8 * 2);
    const zip = await (await run.download()).bytes();
    expect(new TextDecoder().decode(zip)).toContain('en-us/L00001.wav');
    const [output] = (await client.runs.outputs(id, run.id)).outputs;
    expect(output).toMatchObject({ node_id: delivery.id, line_count: 2, status: 'completed' });
    expect((await client.runs.overview(id, run.id)).audio_by_language).toMatchObject([{ line_count: 2 }]);
    expect(await client.runs.steps(id, run.id, { node_id: voice.id })).toHaveLength(1);
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
    const script = await client.download(await client.runs.script(id, run.id));
    expect(new TextDecoder().decode(await script.bytes())).toContain('Good night.');
    const usage = await client.usage.summary();
    expect(usage).toMatchObject({ credits: { used: 2 }, lines: { total: 2 }, runs: { completed: 1 } });
    expect(usage.daily).toHaveLength(30);
  });

  test('a take of the same text is used again, at no credits', async () => {
    const { client, user } = checkedServer();
    const { id } = await client.workflows.create({ name: 'Evening', definition: narration().definition });
    await client.runs.start(id).wait();
    const again = await client.runs.start(id, { script_text: 'Good evening.\nAnd good luck.' }).wait();
    expect(again).toMatchObject({ credits: 1, usage_summary: { lines: 2, characters: 14 }, run_number: 2 });
    expect(await user.runs.summary(id)).toMatchObject({ completed: 2, pass_rate: 1 });
  });

  test('with a clock by hand a run stands still until time passes, and can be paused, resumed and cancelled', async () => {
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
    expect((await run.pause()).status).toBe('paused');
    await server.advance(3_600_000);
    expect(await status()).toBe('paused');
    await run.resume();
    expect(await caught(client.runs.resume(id, run.id))).toMatchObject({ code: 'CONFLICT' });
    expect((await run.cancel()).status).toBe('cancelled');
    await server.advance(3_600_000);
    expect(await status()).toBe('cancelled');
    expect((await client.runs.get(id, run.id)).has_export).toBe(true);
    expect((await client.runs.download(id, run.id)).filename).toBe('Evening-run-1.zip');
    expect(await client.runs.list(id, { status: 'cancelled' }).toArray()).toHaveLength(1);
  });

  test('an event stream goes on after the last event that was seen', async () => {
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

  test('a reader that leaves a stream of a clock by hand leaves nothing behind', async () => {
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

  test('lines fail and are dropped as the test says, and a retry keeps the others', async () => {
    let broken = true;
    const { client } = checkedServer({
      line: ({ script }) => (broken && script === 'Good night.' ? 'failed' : 'delivered'),
    });
    const { id } = await client.workflows.create({ name: 'Evening', definition: narration().definition });
    const failed = await client.runs.start(id).wait();
    expect(failed).toMatchObject({
      status: 'failed',
      error: '1 of 2 lines failed; 0 may.',
      error_details: { code: 'lines_failed' },
      credits: 1,
    });
    const pickups = await client.download(await client.runs.download(id, failed.id, { format: 'pickups' }));
    expect(pickups.filename).toBe('Evening-run-1-pickups.csv');
    const [, ...rows] = new TextDecoder()
      .decode(await pickups.bytes())
      .trim()
      .split('\r\n');
    expect(rows).toEqual(['L00002,,en-us,,,,,,Good night.,failed,failed,The test let this line fail.,,,']);
    const json = await client.download(await client.runs.download(id, failed.id, { format: 'pickups-json' }));
    expect(JSON.parse(new TextDecoder().decode(await json.bytes()))).toMatchObject({
      run: { id: failed.id },
      lines: [{ line_id: 'L00002', reasons: ['failed'] }],
    });
    broken = false;
    const retried = await client.runs.retry(id, failed.id).wait();
    expect(retried).toMatchObject({ status: 'completed', credits: 1 });
    expect(await caught(client.runs.retry(id, retried.id))).toMatchObject({ code: 'CONFLICT' });
    expect(await caught(client.runs.retry(id, retried.id, { line_ids: ['x'] }))).toMatchObject({
      details: [{ field: 'body.line_ids.0' }],
    });
  });

  test('a dropped line is shown only to those who ask', async () => {
    const { client } = checkedServer({
      line: ({ line_index }) => (line_index === 0 ? 'dropped' : 'delivered'),
    });
    const { id } = await client.workflows.create({ name: 'Evening', definition: narration().definition });
    const run = await client.runs.start(id).wait();
    expect(await client.runs.data(id, run.id).toArray()).toHaveLength(1);
    const rows = await client.runs.data(id, run.id, { include_dropped: true }).toArray();
    expect(rows[0]?.cards[0]).toMatchObject({ status: 'dropped', audio: { audio_id: null } });
  });

  test('what would stop a run, and credits that are missing, are told before it starts', async () => {
    const { client } = checkedServer({ credits: 1 });
    const empty = await client.workflows.create({ name: 'Empty' });
    expect(await caught(client.runs.start(empty.id))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ message: 'There is no source node.' }, { message: 'There is no output node.' }],
    });
    const { id } = await client.workflows.create({ name: 'Evening', definition: narration().definition });
    expect(await caught(client.runs.start(id))).toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
    expect(await client.runs.list(id).toArray()).toEqual([]);
  });

  test('a signed address ends with its time, serves parts and takes no credential', async () => {
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
  test('a handler gets the real signed events of a run, each of its types', async () => {
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

  test('a receiver that is away is tried again as time passes, and a rotated secret signs beside the old one', async () => {
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

  test('an endpoint is tried, sent to again, changed, disabled by a 410 and deleted', async () => {
    const { client } = checkedServer({ webhooks: () => new Response('gone', { status: 410 }) });
    const { webhookEndpoints } = client;
    const { id } = await webhookEndpoints.create({ url: 'https://me.test/hooks' });
    const tried = await webhookEndpoints.test(id);
    expect(tried).toMatchObject({ status: 'pending', event: { type: 'webhook.test' } });
    expect(await webhookEndpoints.get(id)).toMatchObject({ active: false, disabled_reason: 'gone' });
    expect(await caught(webhookEndpoints.redeliver(id, tried.id))).toMatchObject({ code: 'CONFLICT' });
    expect(await webhookEndpoints.update(id, { active: true })).toMatchObject({ disabled_reason: null });
    expect(await webhookEndpoints.redeliver(id, tried.id)).toMatchObject({ redelivery_of: tried.id });
    expect(await webhookEndpoints.update(id, {})).toMatchObject({ id });
    expect(await caught(webhookEndpoints.create({ url: 'http://me.test/' }))).toMatchObject({ status: 422 });
    expect(await webhookEndpoints.list().toArray()).toHaveLength(1);
    await webhookEndpoints.delete(id);
    expect(await webhookEndpoints.list().toArray()).toEqual([]);
  });
});

test('an address of another origin is not reached, and an unknown path or method is told', async () => {
  const { server, fetch } = checkedServer({ baseUrl: 'https://voice.test/base' });
  await expect(fetch('https://example.com/')).rejects.toThrow('fetch failed');
  const headers = { authorization: `Bearer ${server.apiKey}` };
  expect((await fetch(`${server.baseUrl}/api/v1/nothing`, { headers })).status).toBe(404);
  expect((await fetch(`${server.baseUrl}/api/v1/voices`, { method: 'PUT', headers })).status).toBe(405);
  expect((await fetch(`${server.baseUrl}/api/v1/voices`, { headers })).status).toBe(200);
});
