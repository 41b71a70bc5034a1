import { afterAll, expect, test } from 'vitest';
import { verify } from '../src/webhooks.ts';
import { workflow } from '../src/workflow/index.ts';
import { caught, checkedServer } from './support/checked-server.ts';
import { neverSucceeded } from './support/succeeded.ts';

const DAY_MS = 86_400_000;

afterAll(() =>
  expect(
    neverSucceeded(
      /^(members|providers|provider_keys|delivery_targets|deliveries|text|health)\.|usage\.(by|ac)|similar/,
    ),
  ).toEqual([]),
);

/** A script that is spoken and delivered; to a target, where one is named. */
function narration(text: string, delivery_target: string | null = null) {
  const flow = workflow();
  const source = flow.source_script({ text, source_language: 'en-us' });
  const sink = flow.sink_preview({ delivery_target });
  source.lines.to(flow.operator_generator().lines).audio.to(sink.audio);
  return flow.build();
}

test('who is invited comes by the token of the mail, with the role that the invite says, and goes with their keys', async () => {
  const { server, user, clientWith } = checkedServer();
  const ws = server.workspaceId;
  const invite = await user.members.createInvite(ws, { email: 'Ada@example.com', role: 'admin' });
  expect(invite).toMatchObject({ email: 'ada@example.com', status: 'pending' });
  expect(
    await caught(user.members.createInvite(ws, { email: 'ada@example.com', role: 'viewer' })),
  ).toMatchObject({ code: 'INVITE_PENDING' });
  await user.members.updateInvite(ws, invite.id, { role: 'viewer' });
  const { token: mailed = '', to } = server.mails[0] ?? {};
  expect(to).toBe('ada@example.com');
  expect(await caught(user.members.acceptInvite(mailed))).toMatchObject({ code: 'FORBIDDEN' });
  const person = server.addPerson({ email: 'ada@example.com', name: 'Ada Byron' });
  const ada = clientWith({ apiKey: undefined, token: person.token } as never);
  expect(await caught(ada.workflows.list({}, { workspaceId: ws }).page())).toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await ada.members.acceptInvite(mailed)).toEqual({ workspace_id: ws });
  expect(await caught(ada.members.acceptInvite(mailed))).toMatchObject({ code: 'INVITE_GONE' });
  expect(await ada.workflows.list({}, { workspaceId: ws }).toArray()).toEqual([]);
  const refused = ada.workflows.create({ name: 'x' }, { workspaceId: ws });
  expect(await caught(refused)).toMatchObject({
    code: 'FORBIDDEN',
    message: 'This needs the role editor in the workspace; yours is viewer.',
  });
  const roster = await user.members.list(ws);
  expect(roster.map(({ email, role, first_name }) => [email, role, first_name])).toEqual([
    ['test@example.com', 'admin', 'Test'],
    ['ada@example.com', 'viewer', 'Ada'],
  ]);
  const [owner, member] = roster;
  await user.members.update(ws, member?.id ?? '', { role: 'admin' });
  const { api_key } = await ada.apiKeys.create({ name: 'Hers' }, { workspaceId: ws });
  expect(await caught(ada.members.remove(ws, owner?.id ?? ''))).toMatchObject({ code: 'CONFLICT' });
  await user.members.remove(ws, member?.id ?? '');
  expect(await caught(clientWith({ apiKey: api_key }).workflows.list().page())).toMatchObject({
    code: 'INVALID_API_KEY',
  });
});

test('invites are revoked, run out after two weeks, and need a seat', async () => {
  const { server, user } = checkedServer({ limits: { seats: 2 }, clock: 'manual' });
  const ws = server.workspaceId;
  const first = await user.members.createInvite(ws, { email: 'a@example.com', role: 'editor' });
  const second = { email: 'b@example.com', role: 'editor' } as const;
  expect(await caught(user.members.createInvite(ws, second))).toMatchObject({ code: 'PLAN_LIMIT_REACHED' });
  await user.members.revokeInvite(ws, first.id);
  await user.members.revokeInvite(ws, first.id);
  expect(await caught(user.members.updateInvite(ws, first.id, { role: 'viewer' }))).toMatchObject({
    code: 'INVITE_GONE',
  });
  const { id } = await user.members.createInvite(ws, second);
  await server.advance(14 * DAY_MS);
  expect(await caught(user.members.updateInvite(ws, id, { role: 'viewer' }))).toMatchObject({
    message: 'The invite has expired.',
  });
  expect(await user.members.list(ws)).toHaveLength(1);
});

test('providers are those of the contract, and the embedded one speaks with one model', async () => {
  const { client } = checkedServer();
  const all = await client.providers.list({ limit: 100 }).toArray();
  expect(all[0]).toMatchObject({ id: 'espeak', available: true, key_status: null, voices_count: 5 });
  expect(all.filter(({ available }) => available)).toHaveLength(1);
  expect((await client.providers.get('deepl')).key_status).toBe('not_configured');
  expect(await client.providers.models('elevenlabs').toArray()).toEqual([]);
  const [model] = await client.providers.models('espeak').toArray();
  expect(await client.providers.model('espeak', 'espeak-ng')).toEqual(model);
  expect(model?.supported_languages).toContain('de-de');
  expect(await client.providers.voices('espeak', 'espeak-ng').toArray()).toHaveLength(5);
  expect(await caught(client.providers.model('espeak', 'other'))).toMatchObject({ code: 'NOT_FOUND' });
  expect(await caught(client.providers.get('nobody' as 'espeak'))).toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});

test('a key of a provider is read as the provider asks, tried by the test and never shown', async () => {
  const { client, user } = checkedServer({
    providerKey: ({ credentials }) => credentials.api_key !== 'an expired api key'.replaceAll(' ', '-'),
  });
  const { providerKeys } = user;
  const stored = await providerKeys.put('deepl', { api_key: ' 0123456789abcdef0123 ' });
  expect(stored).toMatchObject({ status: 'valid', key_preview: '••••0123', configured: true });
  expect((await client.providers.get('deepl')).available).toBe(true);
  expect(await caught(providerKeys.put('deepl', { api_key: 'an-expired-api-key' }))).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ field: 'body.api_key', message: 'DeepL does not accept this key.' }],
  });
  expect(await caught(providerKeys.put('azure', { api_key: 'x', regoin: 'y' }))).toMatchObject({
    details: [
      { field: 'body.region' },
      { field: 'body.regoin', message: 'Azure Speech takes no such field; it takes: api_key, region.' },
    ],
  });
  const { providers } = await providerKeys.list();
  expect(providers.filter(({ configured }) => configured).map(({ provider }) => provider)).toEqual(['deepl']);
  expect((await providerKeys.delete('deepl')).configured).toBe(false);
  const without = checkedServer({ limits: { byok_enabled: 0 } });
  expect(await caught(without.user.providerKeys.put('deepl', { api_key: 'x' }))).toMatchObject({
    code: 'FEATURE_NOT_IN_PLAN',
  });
});

test('a run is delivered file by file, by its output node or on demand, and both are told by webhook', async () => {
  const told: unknown[] = [];
  let secret = '';
  const { server, client, user } = checkedServer({
    clock: 'manual',
    webhooks: async (request) => {
      const event = await verify(await request.text(), request.headers, secret, { now: () => server.now() });
      if (event.type !== 'unknown') told.push([event.type, event.data]);
      return new Response('');
    },
  });
  secret = (
    await user.webhookEndpoints.create({
      url: 'https://example.com/hooks',
      events: ['delivery.completed', 'delivery.failed'],
    })
  ).secret;
  const bucket = { bucket: 'builds', access_key_id: 'AKIDEXAMPLE123', secret_access_key: 's' };
  const target = await user.deliveryTargets.put('game-builds', { ...bucket, prefix: 'en' });
  expect(await user.deliveryTargets.get('game-builds')).toEqual(target);
  expect(target).toMatchObject({ access_key_preview: '••••E123', region: 'us-east-1', path_style: false });
  const { id } = await client.workflows.create({
    name: 'One',
    definition: narration('One.\nTwo.', 'game-builds'),
  });
  const { id: runId } = await client.runs.start(id);
  const wanted = { target: 'game-builds' };
  expect(await caught(client.deliveries.start(id, runId, wanted))).toMatchObject({ code: 'CONFLICT' });
  await server.advance(2_100);
  const [automatic] = await client.deliveries.list(id, runId).toArray();
  expect(automatic).toMatchObject({ status: 'pending', automatic: true, destination: 's3://builds/en' });
  await server.advance(300);
  expect((await client.deliveries.list(id, runId).toArray())[0]).toMatchObject({
    ...{ status: 'completed', files_total: 2, files_done: 2 },
    size_bytes: server.delivered.reduce((sum, { bytes }) => sum + bytes.length, 0),
  });
  expect(server.delivered.map(({ destination, file }) => `${destination}/${file}`)).toEqual([
    's3://builds/en/en-us/L00001.wav',
    's3://builds/en/en-us/L00002.wav',
  ]);
  const manual = await client.deliveries.start(id, runId, wanted);
  expect((await client.deliveries.start(id, runId, wanted)).id).toBe(manual.id);
  await user.deliveryTargets.delete('game-builds');
  expect((await client.deliveries.list(id, runId).toArray())[0]).toMatchObject({
    ...{ id: manual.id, status: 'failed', error: 'The target was deleted meanwhile.' },
  });
  expect(told).toMatchObject([
    ['delivery.completed', { automatic: true, files_done: 2 }],
    ['delivery.failed', { automatic: false, error: 'The target was deleted meanwhile.' }],
  ]);
  expect(await user.deliveryTargets.list()).toEqual([]);
  expect(await caught(client.deliveries.start(id, runId, wanted))).toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  const bad = user.deliveryTargets.put('game-builds', { ...bucket, prefix: '/a' });
  expect(await caught(bad)).toMatchObject({ details: [{ field: 'body.prefix' }] });
});

test('where nobody moves the clock, a delivery goes on while it is looked at', async () => {
  const { client, user } = checkedServer();
  const bucket = { bucket: 'builds', access_key_id: 'a', secret_access_key: 's' };
  await user.deliveryTargets.put('builds', bucket);
  const { id } = await client.workflows.create({ name: 'One', definition: narration('One.') });
  const run = await client.runs.start(id).wait();
  expect((await client.deliveries.start(id, run.id, { target: 'builds' })).status).toBe('pending');
  expect((await client.deliveries.list(id, run.id).toArray())[0]?.status).toBe('completed');
});

test('what is done is in the log of activity, the newest first, by kind and by person', async () => {
  const { server, client, user } = checkedServer();
  await user.apiKeys.create({ name: 'CI' });
  const [starter] = await client.templates.list().toArray();
  const { id } = await client.templates.clone(starter?.id ?? '');
  await client.runs.start(id).wait();
  await user.workspaces.update(server.workspaceId, { name: 'Team' });
  const entries = await client.usage.activity().toArray();
  expect(entries.map(({ action, kind }) => `${action} ${kind}`)).toEqual([
    'settings_changed workspace_changed',
    'voice_generated run_completed',
    'workflow_run run_started',
    'template_applied template_cloned',
    'api_key_created key_created',
  ]);
  expect(entries[1]).toMatchObject({
    user: { name: 'Test User' },
    resource: { type: 'workflow', id, name: 'Narration (Copy)' },
    metadata: { lines: 1, characters: 13, credits: 1 },
  });
  const types = ['workflow_run', 'voice_generated'] as const;
  expect(await client.usage.activity({ type: [...types] }).toArray()).toHaveLength(2);
  expect(await client.usage.activity({ user_id: starter?.id ?? '' }).toArray()).toEqual([]);
});

test('usage is told by language, its shares add up, and days begin where the zone says', async () => {
  const { client, server } = checkedServer({ now: '2026-03-10T23:30:00Z', credits: 1_000 });
  const languages = ['en-us', 'de-de', 'ja-jp'];
  for (const [at, source_language] of languages.entries()) {
    const definition = narration('x'.repeat(1_000 * (at + 1)));
    const { id } = await client.workflows.create({ name: source_language, definition });
    await client.runs.start(id, { source_language }).wait();
  }
  const { total_credits, languages: rows } = await client.usage.byLanguage();
  expect(rows.map(({ locale_code, credits, lines }) => [locale_code, credits, lines])).toEqual([
    ['ja-jp', 30, 1],
    ['de-de', 20, 1],
    ['en-us', 10, 1],
  ]);
  expect([total_credits, rows.reduce((sum, { share }) => sum + share, 0)]).toEqual([60, 1]);
  expect(rows[1]?.display_name).toBe('German (Germany)');
  expect(1_000 - server.credits()).toBe(60);
  const local = await client.usage.summary({ timezone: 'Europe/Berlin', range: '30d' });
  expect(local.daily.at(-1)).toMatchObject({ date: '2026-03-11', credits: 60, runs: 3 });
  expect(local.period.end).toBe('2026-03-11T23:00:00.000Z');
  const byTab = await client.usage.byLanguage({ activity_view: 'monthly', timezone: 'Europe/Berlin' });
  expect([byTab.range, byTab.period.end]).toEqual([null, '2026-03-31T22:00:00.000Z']);
  expect(await caught(client.usage.summary({ timezone: 'Berlin' }))).toMatchObject({
    details: [{ field: 'query.timezone' }],
  });
});

test('credits that become low are told once', async () => {
  const told: unknown[] = [];
  const { client, user } = checkedServer({
    credits: 100,
    webhooks: async (request) => {
      told.push(((await request.json()) as { data: unknown }).data);
      return new Response('');
    },
  });
  await user.webhookEndpoints.create({ url: 'https://example.com/hooks', events: ['credits.low'] });
  for (const size of [8_000, 1_500, 200]) {
    const { id } = await client.workflows.create({ name: 'x', definition: narration('x'.repeat(size)) });
    await client.runs.start(id).wait();
  }
  expect(told).toEqual([{ balance: 5, threshold: 10, monthly_credits: 100 }]);
});

test('a text is spoken as the dictionary says and no otherwise; likeness is not measured', async () => {
  const { client } = checkedServer();
  await client.dictionary.create({ word: 'Nguyen', pronunciation: 'win', language: 'en' });
  const text = 'nguyen, Nguyens and 12 $.';
  expect(await client.text.normalize({ text, locale: 'en_US' })).toEqual({
    ...{ text: 'win, Nguyens and 12 $.', spoken_script: 'win, Nguyens and 12 $.' },
    ...{ changes: [], supported: false },
  });
  const plain = await client.text.normalize({ text, locale: 'en-us', apply_dictionary: false });
  expect(plain.spoken_script).toBe(text);
  expect(await caught(client.text.normalize({ text, locale: '12' }))).toMatchObject({
    details: [{ field: 'body.locale' }],
  });
  const [voice] = await client.voices.list().toArray();
  expect(await client.voices.similar(voice?.id ?? '')).toEqual([]);
  expect((await client.health.live()).status).toBe('ok');
  expect((await client.health.ready()).status).toBe('ready');
});
