import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';
import { ROUTES } from '../support/routes.ts';
import { createTemplate, TEMPLATES } from '../support/templates.ts';
import { createNamed, WORKFLOWS } from '../support/workflows.ts';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  member = await createMember(server);
});
afterAll(() => server.close());

const created = async (path: string, body: object): Promise<string> =>
  (await server.request('POST', path, { as: member, body })).body.data.id;

/** A misspelt field could cost money, so that it is an error. */
const STRICT = new Set(['schedules.update']);

/** Creates a resource that each operation can change. */
const PLACES: Record<string, () => string | Promise<string>> = {
  'api_keys.update': async () => `/api/v1/api-keys/${(await createKey(server, member)).id}`,
  'budgets.update': async () =>
    `/api/v1/budgets/${await created('/api/v1/budgets', { name: 'Kept', limit_credits: 100 })}`,
  'schedules.update': async () => {
    const workflow_id = (await createNamed({ server, member }, 'Kept')).id;
    const body = { workflow_id, name: 'Kept', cron: '0 2 * * *' };
    return `/api/v1/schedules/${await created('/api/v1/schedules', body)}`;
  },
  'templates.update': async () => `${TEMPLATES}/${(await createTemplate({ server, member })).id}`,
  'users.update_notification_preferences': () => '/api/v1/users/me/notification-preferences',
  'webhook_endpoints.update': async () => {
    const body = { url: 'https://example.com/hook', events: ['run.completed'] };
    return `/api/v1/webhook-endpoints/${await created('/api/v1/webhook-endpoints', body)}`;
  },
  'workflows.update': async () => `${WORKFLOWS}/${(await createNamed({ server, member }, 'Kept')).id}`,
  'workspaces.update': () => `/api/v1/workspaces/${member.workspace_id}`,
  'workspaces.update_settings': () => `/api/v1/workspaces/${member.workspace_id}/settings`,
};

/** A rotation acts on the whole key, a role change requires the role, and a comment is read with its line. */
const NOT_PARTIAL = ['reviews.update_comment', 'api_keys.rotate', 'members.update', 'members.update_invite'];

/** Changes whose name cannot be removed. */
const NAMED = ['api_keys.update', 'templates.update', 'workflows.update', 'workspaces.update'];

const versionIn = (headers: Headers) => headers.get('etag');

describe('a PATCH that changes nothing', () => {
  test('is tested for every PATCH operation of the contract', () => {
    const patches = ROUTES.filter(({ method }) => method === 'PATCH');
    const ids = patches.map(({ metadata }) => metadata.operationId).sort();
    expect(ids).toEqual([...Object.keys(PLACES), ...NOT_PARTIAL].sort());
  });

  test.each(Object.entries(PLACES))(
    '%s returns the unchanged object for {} and unknown fields',
    async (id, at) => {
      const path = await at();
      const before = await server.request('GET', path, { as: member });
      const bodies = [{}, undefined];
      if (!STRICT.has(id)) bodies.push({ of_another_kind: 1 });
      for (const body of bodies) {
        const { status, body: answer } = await server.request('PATCH', path, {
          as: member,
          ...(body && { body }),
        });
        expect([status, answer.data]).toEqual([200, before.body.data]);
      }
      const after = await server.request('GET', path, { as: member });
      expect([after.body.data, versionIn(after.headers)]).toEqual([
        before.body.data,
        versionIn(before.headers),
      ]);
    },
  );

  test.each(NAMED)('%s leaves the name unchanged when it is null', async (id) => {
    const path = (await PLACES[id]?.()) ?? '';
    const before = await server.request('GET', path, { as: member });
    const { status, body } = await server.request('PATCH', path, { as: member, body: { name: null } });
    expect([status, body.data]).toEqual([200, before.body.data]);
  });

  test('leaves no trace in the activity of the workspace', async () => {
    const activity = async () => {
      const { body } = await server.request('GET', '/api/v1/usage/activity', { as: member });
      return JSON.stringify(body.data);
    };
    const paths = [await PLACES['webhook_endpoints.update']?.(), await PLACES['workspaces.update']?.()];
    const before = await activity();
    for (const path of paths) await server.request('PATCH', path ?? '', { as: member, body: {} });
    expect(await activity()).toBe(before);
  });

  test('still needs the permission to change the object, and the current version in If-Match', async () => {
    const viewer = await createMember(server, { workspace_id: member.workspace_id, role: 'viewer' });
    const { id } = await createTemplate({ server, member });
    const path = `${TEMPLATES}/${id}`;
    expect((await server.request('PATCH', path, { as: viewer, body: {} })).status).toBe(403);
    const headers = { 'If-Match': '"stale"' };
    expect((await server.request('PATCH', path, { as: member, body: {}, headers })).status).toBe(412);
  });
});
