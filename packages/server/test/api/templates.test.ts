import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { starterId } from '../../src/features/templates/seed.ts';
import { type Credential, startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';
import { createTemplate, publish, TEMPLATES } from '../support/templates.ts';
import { edge, fieldsOf, narration, node, WORKFLOWS } from '../support/workflows.ts';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  member = await createMember(server);
});
afterAll(() => server.close());

const STARTER = starterId('single-narration');
const at = (id: string) => `${TEMPLATES}/${id}`;
const get = (id: string, as: Credential = member) => server.request('GET', at(id), { as });
const create = (body: object, as: Credential = member) => server.request('POST', TEMPLATES, { as, body });
const patch = (id: string, body: object, as: Credential = member, headers: Record<string, string> = {}) =>
  server.request('PATCH', at(id), { as, body, headers });
const remove = (id: string, as: Credential = member, headers: Record<string, string> = {}) =>
  server.request('DELETE', at(id), { as, headers });
const clone = (id: string, body?: object, as: Credential = member) =>
  server.request('POST', `${at(id)}/clone`, { as, ...(body && { body }) });
const mate = (role: 'viewer' | 'editor' | 'admin') =>
  createMember(server, { workspace_id: member.workspace_id, role });

async function expectRefusal(answer: ReturnType<typeof get>, status: number, code: string) {
  const { status: got, body } = await answer;
  expect([got, body.error?.code]).toEqual([status, code]);
}

describe('creating a template', () => {
  test('returns all its fields and never its workspace', async () => {
    const definition = narration();
    const { status, body, headers, text } = await create({
      name: '  News  ',
      description: 'Every morning',
      category: 'media',
      definition,
    });
    expect(status).toBe(201);
    expect(headers.get('etag')).toMatch(/^".+"$/);
    expect(body.data).toEqual({
      id: expect.any(String),
      name: 'News',
      description: 'Every morning',
      category: 'media',
      definition: expect.objectContaining({ execution: { steps: [], params: {} } }),
      is_starter: false,
      is_public: false,
      uses_count: 0,
      is_favorite: false,
      created_by: member.user_id,
      created_at: expect.any(String),
      updated_at: body.data.created_at,
    });
    expect(body.data.definition.graph.nodes[0]).toMatchObject({ config_version: 1 });
    expect(text).not.toContain(member.workspace_id);
    expect((await get(body.data.id)).body.data).toEqual(body.data);
  });

  test('needs only a name: the graph is empty, the rest null', async () => {
    const { body } = await create({ name: 'Bare', description: null, category: null });
    expect(body.data).toMatchObject({
      description: null,
      category: null,
      definition: { graph: { nodes: [], edges: [] }, execution: { steps: [], params: {} } },
    });
  });

  test('rejects all structural errors of the definition at once', async () => {
    const [source, generator] = [node('source_script'), node('operator_generator', { speed: 9 })];
    const twin = { ...node('sink_preview'), id: source.id };
    const edges = [
      edge([source, 'lines'], [generator, 'audio']),
      edge([source, 'lines'], [{ id: randomUUID() }, 'lines']),
    ];
    const graph = { nodes: [source, generator, twin], edges };
    const { status, body } = await create({ name: 'Faulty', definition: { graph } });
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(fieldsOf(body).sort()).toEqual([
      'body.definition.graph.edges.0.targetPort',
      'body.definition.graph.edges.1.target',
      'body.definition.graph.nodes.1.config.speed',
      'body.definition.graph.nodes.2.id',
    ]);
  });

  test.each([
    [{}, 'body.name'],
    [{ name: ' ' }, 'body.name'],
    [{ name: 'x'.repeat(201) }, 'body.name'],
    [{ name: 'x', description: 'x'.repeat(2_001) }, 'body.description'],
    [{ name: 'x', category: 'sports' }, 'body.category'],
    [{ name: 'x', definition: null }, 'body.definition'],
  ])('rejects %j', async (body, field) => {
    const answer = await create(body);
    expect(answer.status).toBe(422);
    expect(fieldsOf(answer.body)).toEqual([field]);
  });

  test('accepts names and descriptions of maximum length', async () => {
    const body = { name: 'n'.repeat(200), description: 'd'.repeat(2_000) };
    expect((await create(body)).body.data).toMatchObject(body);
  });
});

describe('visibility of a template', () => {
  test('its workspace sees it, with a token or a key; others get a 404', async () => {
    const { id } = await createTemplate({ server, member });
    const key = await createKey(server, member, { scopes: ['templates:read'] });
    const stranger = await createMember(server);
    for (const who of [member, await mate('viewer'), key]) expect((await get(id, who)).status).toBe(200);
    await expectRefusal(get(id, stranger), 404, 'NOT_FOUND');
    expect((await get(id, stranger)).body.error).toEqual((await get(randomUUID())).body.error);
  });

  test('everybody sees public and starter templates, without the workspace', async () => {
    const { id } = await createTemplate({ server, member });
    await publish(server, id);
    const stranger = await createMember(server);
    const { status, body, text } = await get(id, stranger);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ is_public: true, is_starter: false, created_by: member.user_id });
    expect(text).not.toContain('workspace_id');
    expect(text).not.toContain(member.workspace_id);
    expect((await get(STARTER, stranger)).body.data).toMatchObject({ is_public: true, is_starter: true });
  });

  test('the author does not see it from another workspace', async () => {
    const owner = await createMember(server);
    const guest = await createMember(server, { workspace_id: owner.workspace_id, role: 'editor' });
    const { id } = await createTemplate({ server, member: guest });
    expect((await get(id, guest)).status).toBe(200);
    expect((await get(id, { token: guest.token })).status).toBe(404);
  });
});

describe('changing a template', () => {
  test('updates only the named fields, and accepts null only for optional ones', async () => {
    const template = await createTemplate(
      { server, member },
      { name: 'Before', description: 'Text', category: 'media', definition: narration() },
    );
    const named = await patch(template.id, { name: 'After' });
    expect(named.status).toBe(200);
    expect(named.body.data).toMatchObject({
      name: 'After',
      description: 'Text',
      category: 'media',
      definition: template.definition,
    });
    const cleared = await patch(template.id, { name: null, description: null, category: null });
    expect(cleared.body.data).toMatchObject({ name: 'After', description: null, category: null });
    expect(Date.parse(cleared.body.data.updated_at)).toBeGreaterThan(Date.parse(named.body.data.updated_at));
    const emptied = await patch(template.id, { definition: {} });
    expect(emptied.body.data.definition.graph).toEqual({ nodes: [], edges: [] });
    expect((await get(template.id)).body.data).toEqual(emptied.body.data);
  });

  test('rejects an explicit null definition and an invalid one, and keeps the stored one', async () => {
    const template = await createTemplate({ server, member }, { name: 'Kept', definition: narration() });
    const nothing = await patch(template.id, { name: 'New', definition: null });
    expect([nothing.status, fieldsOf(nothing.body)]).toEqual([422, ['body.definition']]);
    const twins = { graph: { nodes: [node('sink_preview')].flatMap((twin) => [twin, twin]) } };
    const faulty = await patch(template.id, { definition: twins });
    expect([faulty.status, fieldsOf(faulty.body)]).toEqual([422, ['body.definition.graph.nodes.1.id']]);
    expect((await get(template.id)).body.data).toEqual(template);
  });

  test('is only allowed for its author, not for admins', async () => {
    const [author, editor] = [await mate('editor'), await mate('editor')];
    const { id } = await createTemplate({ server, member: author });
    expect((await patch(id, { name: 'By its author' }, author)).status).toBe(200);
    for (const other of [member, editor, await mate('admin'), await mate('viewer')]) {
      await expectRefusal(patch(id, { name: 'No' }, other), 403, 'FORBIDDEN');
      await expectRefusal(remove(id, other), 403, 'FORBIDDEN');
    }
    expect((await get(id)).body.data.name).toBe('By its author');
    expect((await remove(id, author)).status).toBe(200);
  });

  test('passes to the owner of the workspace when the author leaves, and back when the author returns', async () => {
    const [author, admin] = [await mate('editor'), await mate('admin')];
    const { id } = await createTemplate({ server, member: author });
    const mine = async () => {
      const { body } = await server.request('GET', '/api/v1/users/me/templates', { as: member });
      return body.data.map((row: { id: string }) => row.id);
    };
    expect(await mine()).toEqual([]);
    const membership = { workspace_id: member.workspace_id, user_id: author.user_id };
    const { db } = server.app;
    await db
      .deleteFrom('workspace_member')
      .where('workspace_id', '=', membership.workspace_id)
      .where('user_id', '=', membership.user_id)
      .execute();
    await expectRefusal(patch(id, { name: 'No' }, admin), 403, 'FORBIDDEN');
    const { status, body } = await patch(id, { name: 'Of the owner' }, member);
    expect([status, body.data.created_by]).toEqual([200, author.user_id]);
    expect(await mine()).toEqual([id]);
    const back = { id: randomUUID(), ...membership, role: 'editor' as const, created_at: new Date() };
    await db.insertInto('workspace_member').values(back).execute();
    await expectRefusal(remove(id, member), 403, 'FORBIDDEN');
    expect((await patch(id, { name: 'Back' }, author)).status).toBe(200);
  });

  test('in another workspace returns 404 while it is private, and 403 once it is public', async () => {
    const { id } = await createTemplate({ server, member });
    const stranger = await createMember(server);
    await expectRefusal(patch(id, { name: 'No' }, stranger), 404, 'NOT_FOUND');
    await expectRefusal(remove(id, stranger), 404, 'NOT_FOUND');
    await publish(server, id);
    await expectRefusal(patch(id, { name: 'No' }, stranger), 403, 'FORBIDDEN');
    await expectRefusal(remove(id, stranger), 403, 'FORBIDDEN');
  });

  test('is rejected for starter templates', async () => {
    await expectRefusal(patch(STARTER, { name: 'Mine' }), 403, 'FORBIDDEN');
    await expectRefusal(remove(STARTER), 403, 'FORBIDDEN');
  });
});

describe('the version of a template', () => {
  test('changes with an update and not with a use or a favorite', async () => {
    const { id } = await createTemplate({ server, member });
    // The part before the dot is the version. The part after it is the response, which includes the use
    // count.
    const versionIn = (headers: Headers) => headers.get('etag')?.split('.')[0];
    const version = async () => versionIn((await get(id)).headers);
    const first = await version();
    await clone(id);
    await server.request('POST', `${at(id)}/favorite`, { as: member });
    expect(await version()).toBe(first);
    const { headers } = await patch(id, { name: 'New' });
    expect(versionIn(headers)).not.toBe(first);
    expect(await version()).toBe(versionIn(headers));
  });

  test('If-Match accepts only the version that was read', async () => {
    const { id } = await createTemplate({ server, member });
    const etag = (await get(id)).headers.get('etag') ?? '';
    const stale = { 'If-Match': '"stale"' };
    await expectRefusal(patch(id, { name: 'No' }, member, stale), 412, 'PRECONDITION_FAILED');
    await expectRefusal(remove(id, member, stale), 412, 'PRECONDITION_FAILED');
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) => patch(id, { name }, member, { 'If-Match': etag })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    const current = (await get(id)).headers.get('etag') ?? '';
    expect((await remove(id, member, { 'If-Match': current })).status).toBe(200);
  });
});

describe('deleting a template', () => {
  test('is final for everybody, and keeps its workflows', async () => {
    const { id } = await createTemplate({ server, member });
    const workflow = await clone(id);
    const { status, body } = await remove(id);
    expect([status, body.data]).toEqual([200, {}]);
    await expectRefusal(get(id), 404, 'NOT_FOUND');
    await expectRefusal(patch(id, { name: 'No' }), 404, 'NOT_FOUND');
    await expectRefusal(remove(id), 404, 'NOT_FOUND');
    await expectRefusal(clone(id), 404, 'NOT_FOUND');
    const kept = await server.request('GET', `${WORKFLOWS}/${workflow.body.data.id}`, { as: member });
    expect(kept.status).toBe(200);
  });
});

describe('cloning a template', () => {
  test('creates a workflow of the caller with its description and definition, and counts the use', async () => {
    const template = await createTemplate(
      { server, member },
      { name: 'News', description: 'Daily', definition: narration() },
    );
    const { status, body, headers } = await clone(template.id, { name: ' Evening news ' });
    expect(status).toBe(201);
    expect(headers.get('etag')).toMatch(/^".+"$/);
    expect(body.data).toMatchObject({
      name: 'Evening news',
      description: 'Daily',
      definition: template.definition,
      user_id: member.user_id,
      runs_count: 0,
    });
    const stored = await server.request('GET', `${WORKFLOWS}/${body.data.id}`, { as: member });
    expect(stored.body.data).toEqual(body.data);
    expect((await get(template.id)).body.data.uses_count).toBe(1);
  });

  test.each([[undefined], [{}], [{ name: '' }], [{ name: '  ' }], [{ name: null }]])(
    'with the body %j names the workflow as a copy',
    async (body) => {
      const { id } = await createTemplate({ server, member }, { name: 'News' });
      expect((await clone(id, body)).body.data.name).toBe('News (Copy)');
    },
  );

  test('keeps the name of a copy within 200 characters, and rejects a longer one', async () => {
    const { id } = await createTemplate({ server, member }, { name: 'n'.repeat(200) });
    expect((await clone(id)).body.data.name).toBe(`${'n'.repeat(193)} (Copy)`);
    const emoji = await createTemplate({ server, member }, { name: '😀'.repeat(200) });
    expect((await clone(emoji.id)).body.data.name).toBe(`${'😀'.repeat(193)} (Copy)`);
    const { status, body } = await clone(id, { name: 'x'.repeat(201) });
    expect([status, fieldsOf(body)]).toEqual([422, ['body.name']]);
  });

  test('works across workspaces only for public and starter templates', async () => {
    const { id } = await createTemplate({ server, member });
    const stranger = await createMember(server);
    await expectRefusal(clone(id, {}, stranger), 404, 'NOT_FOUND');
    expect((await get(id)).body.data.uses_count).toBe(0);
    await publish(server, id);
    const { status, body } = await clone(id, {}, stranger);
    expect(status).toBe(201);
    expect((await server.request('GET', `${WORKFLOWS}/${body.data.id}`, { as: member })).status).toBe(404);
    expect((await clone(STARTER, {}, stranger)).status).toBe(201);
  });

  test('counts every one of many simultaneous uses', async () => {
    const { id } = await createTemplate({ server, member });
    const answers = await Promise.all(Array.from({ length: 12 }, () => clone(id)));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect((await get(id)).body.data.uses_count).toBe(12);
  });

  test('needs an editor, or a key that can write workflows', async () => {
    await expectRefusal(clone(STARTER, {}, await mate('viewer')), 403, 'FORBIDDEN');
    const reader = await createKey(server, member, { scopes: ['templates:read', 'workflows:read'] });
    await expectRefusal(clone(STARTER, {}, reader), 403, 'INSUFFICIENT_SCOPE');
    const writer = await createKey(server, member, { scopes: ['workflows:write'] });
    expect((await clone(STARTER, {}, writer)).status).toBe(201);
  });

  test('with the same Idempotency-Key creates one workflow and counts once', async () => {
    const { id } = await createTemplate({ server, member });
    const headers = { 'Idempotency-Key': randomUUID() };
    const once = () => server.request('POST', `${at(id)}/clone`, { as: member, headers });
    const [first, second] = [await once(), await once()];
    expect(second.text).toBe(first.text);
    expect((await get(id)).body.data.uses_count).toBe(1);
  });
});

describe('the estimate of a template', () => {
  const estimate = (id: string, as: Credential = member) =>
    server.request('GET', `${at(id)}/estimate`, { as });

  test('adds up the generators that a line reaches; the maximum counts retries like the estimate of a run', async () => {
    const source = node('source_script', { text: 'Hello there.', source_language: 'en-us' });
    const [first, second, rescue] = [
      node('operator_generator'),
      node('operator_generator'),
      node('operator_generator'),
    ];
    const [pacing, noise] = [node('validator_pacing', { max_retry: 3 }), node('validator_noise')];
    const sink = node('sink_preview');
    const edges = [
      edge([source, 'lines'], [first, 'lines']),
      edge([source, 'lines'], [second, 'lines']),
      edge([first, 'audio'], [pacing, 'audio']),
      edge([pacing, 'fail'], [first, 'lines']),
      edge([pacing, 'pass'], [sink, 'audio']),
      edge([second, 'audio'], [noise, 'audio']),
      edge([noise, 'fail'], [rescue, 'lines']),
      edge([noise, 'pass'], [sink, 'audio']),
      edge([rescue, 'audio'], [sink, 'audio']),
    ];
    const nodes = [source, first, second, rescue, pacing, noise, sink];
    const { id } = await createTemplate(
      { server, member },
      { name: 'Two', definition: { graph: { nodes, edges } } },
    );
    const { status, body } = await estimate(id);
    expect(status).toBe(200);
    const rate = { provider: 'espeak', model: 'espeak-ng', credits_per_1000_characters: 10, paid_by: 'none' };
    expect(body.data).toEqual({
      template_id: id,
      credits_per_1000_characters: 20,
      max_credits_per_1000_characters: 60,
      generators: [
        { node_id: first.id, ...rate, max_retries: 3 },
        { node_id: second.id, ...rate, max_retries: 0 },
        // Lines reach it from a check, but no check sends lines back to it.
        { node_id: rescue.id, ...rate, max_retries: 0 },
      ],
    });
  });

  test('matches the estimate of a run of 1,000 characters', async () => {
    const text = 'x'.repeat(1_000);
    const definition = narration({ text, source_language: 'en-us' });
    const { id } = await createTemplate({ server, member }, { name: 'Thousand', definition });
    const workflow = await clone(id);
    const preview = await server.request('POST', `${WORKFLOWS}/${workflow.body.data.id}/runs/preview`, {
      as: member,
    });
    expect(preview.body.data.min_credits).toBe(10);
    expect((await estimate(id)).body.data.credits_per_1000_characters).toBe(10);
  });

  test('does not guess if a model is unknown, and is 0 without generators', async () => {
    const foreign = narration(undefined, { provider: 'inworld', model: 'no-such-model' });
    const { id } = await createTemplate({ server, member }, { name: 'Foreign', definition: foreign });
    expect((await estimate(id)).body.data).toMatchObject({
      credits_per_1000_characters: null,
      max_credits_per_1000_characters: null,
      generators: [{ provider: 'inworld', model: null, credits_per_1000_characters: null }],
    });
    const empty = await createTemplate({ server, member });
    expect((await estimate(empty.id)).body.data).toMatchObject({
      credits_per_1000_characters: 0,
      generators: [],
    });
  });

  test('is available to everybody who sees the template', async () => {
    const { id } = await createTemplate({ server, member });
    const key = await createKey(server, member, { scopes: ['templates:read'] });
    expect((await estimate(id, key)).status).toBe(200);
    await expectRefusal(estimate(id, await createMember(server)), 404, 'NOT_FOUND');
  });
});
