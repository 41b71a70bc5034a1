import { backEdges, checkDefinition, reachableFrom } from '@voiceloom/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedTemplates } from '../../src/features/templates/index.ts';
import { starterId } from '../../src/features/templates/seed.ts';
import { starterDefinition } from '../../src/features/templates/starter.ts';
import { STARTERS } from '../../src/features/templates/starters.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember } from '../support/factories.ts';
import { TEMPLATES } from '../support/templates.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

describe('seeding', () => {
  const rows = () =>
    server.app.db.selectFrom('template').selectAll().where('is_starter', '=', true).orderBy('id').execute();

  test('changes nothing if everything is up to date, and keeps the number of uses', async () => {
    const before = await rows();
    expect(before).toHaveLength(STARTERS.length);
    const later = new Date(Date.now() + 60_000);
    await Promise.all([seedTemplates(server.app.db, later), seedTemplates(server.app.db, later)]);
    expect(await rows()).toEqual(before);
  });

  test('updates a starter of an older release in place', async () => {
    const id = starterId('ad-spot');
    await server.app.db
      .updateTable('template')
      .set({ name: 'Old', definition: '{}', uses_count: 7 })
      .where('id', '=', id)
      .execute();
    const later = new Date(Date.now() + 120_000);
    await seedTemplates(server.app.db, later);
    const row = (await rows()).find((starter) => starter.id === id);
    expect(row).toMatchObject({ name: 'Ad spot with retry loop', uses_count: 7, updated_at: later });
  });

  test('creates definitions that can be saved without a warning, including a script', () => {
    for (const starter of STARTERS) {
      const definition = starterDefinition(starter);
      expect(checkDefinition(definition)).toEqual({ definition, errors: [], warnings: [] });
    }
  });

  test('returns lines that a check rejects to the only generator of the line', () => {
    for (const starter of STARTERS) {
      const definition = starterDefinition(starter);
      const { nodes, edges } = definition.graph;
      const back = backEdges(definition);
      const onward = edges.filter((edge) => edge.sourcePort !== 'fail');
      for (const { id, type, config } of nodes) {
        if (!type.startsWith('validator_') || config.max_retry === 0) continue;
        const speakers = nodes.filter(
          (node) => node.type === 'operator_generator' && reachableFrom([node.id], onward).has(id),
        );
        expect(speakers, starter.slug).toHaveLength(1);
        const returns = back.filter((edge) => edge.source === id).map(({ target }) => target);
        expect(returns, starter.slug).toEqual([speakers[0]?.id]);
      }
    }
  });

  test('covers every category', async () => {
    const member = await createMember(server);
    const { body } = await server.request('GET', `${TEMPLATES}?limit=100`, { as: member });
    const categories = new Set(body.data.map(({ category }: { category: string }) => category));
    expect([...categories].sort()).toEqual(['business', 'creative', 'education', 'media', 'wellness']);
  });
});
