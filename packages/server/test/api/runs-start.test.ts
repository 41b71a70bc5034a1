import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { mirrorSubscription } from '../support/plans.ts';
import { edge, fieldsOf, narration, node } from '../support/workflows.ts';

describe('starting and controlling runs over HTTP', () => {
  let held: ((signal: AbortSignal) => Promise<void>) | undefined;
  const speech = scriptedSpeech({
    before: (_request, signal) => held?.(signal) ?? Promise.resolve(),
    durationMs: () => 300,
  });
  let server: TestApp;
  let worker: Worker;
  let member: Member;
  beforeAll(async () => {
    server = await startTestApp({ role: 'all', speech: speech.providers });
    worker = await startWorker(server.app, runJobs);
  });
  afterAll(async () => {
    await worker.stop(1_000);
    await server.close();
  });

  async function workflow(definition: object): Promise<string> {
    member = await createMember(server);
    const { status, body } = await server.request('POST', '/api/v1/workflows', {
      as: member,
      body: { name: 'Story', definition },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.data.id;
  }

  const start = (id: string, body?: object, as = member) =>
    server.request('POST', `/api/v1/workflows/${id}/runs`, { as, ...(body && { body }) });

  async function ended(id: string, run: string) {
    for (;;) {
      const { body } = await server.request('GET', `/api/v1/workflows/${id}/runs/${run}/status`, {
        as: member,
      });
      if (['completed', 'failed', 'cancelled', 'paused'].includes(body.data.status)) return body.data;
    }
  }

  test('a start returns 202 with the pending run, and the run completes', async () => {
    const id = await workflow(narration());
    const { status, body } = await start(id);
    expect(status).toBe(202);
    expect(body.data).toMatchObject({
      workflow_id: id,
      run_number: 1,
      status: expect.stringMatching(/pending|running/),
    });
    expect(await ended(id, body.data.id)).toMatchObject({
      status: 'completed',
      credits: 1,
      has_export: true,
    });
  });

  test('overrides replace script and language only in the snapshot of this run', async () => {
    const id = await workflow(narration());
    const { body } = await start(id, {
      script_text: 'Guten Tag.\nWie geht es Ihnen?',
      source_language: 'de-de',
      params: { max_failed_lines: 3 },
    });
    const run = await ended(id, body.data.id);
    expect(run.usage_summary.by_locale).toEqual({ 'de-de': expect.objectContaining({ lines: 2 }) });
    const detail = await server.request('GET', `/api/v1/workflows/${id}/runs/${run.id}`, { as: member });
    expect(detail.body.data.definition_snapshot.execution.params).toEqual({ max_failed_lines: 3 });
    const stored = await server.request('GET', `/api/v1/workflows/${id}`, { as: member });
    expect(stored.body.data.definition.graph.nodes[0].config.text).toBe('Hello there.');
  });

  test('a script override of a workflow with two sources is rejected', async () => {
    const [first, second] = [
      node('source_script', { text: 'One.' }),
      node('source_script', { text: 'Two.' }),
    ];
    const [generator, sink] = [node('operator_generator'), node('sink_preview')];
    const edges = [
      edge([first, 'lines'], [generator, 'lines']),
      edge([second, 'lines'], [generator, 'lines']),
      edge([generator, 'audio'], [sink, 'audio']),
    ];
    const id = await workflow({ graph: { nodes: [first, second, generator, sink], edges } });
    const { status, body } = await start(id, { script_text: 'Three.' });
    expect(status).toBe(422);
    expect(fieldsOf(body)).toEqual(['body.script_text']);
  });

  test.each([
    [
      'no sink',
      { graph: { nodes: [node('source_script', { text: 'Hello.' })], edges: [] } },
      'definition.graph.nodes',
    ],
    ['an empty script', narration({ text: '' }), 'definition.graph.nodes.0.config.text'],
    [
      'an upload that is not there',
      narration({ input_type: 'file', upload_ids: [randomUUID()] }),
      'definition.graph.nodes.0.config.upload_ids.0',
    ],
    [
      'an unknown voice',
      narration(undefined, { voice_id: randomUUID() }),
      'definition.graph.nodes.1.config.voice_id',
    ],
    [
      'a provider without a key',
      narration(undefined, { provider: 'elevenlabs' }),
      'definition.graph.nodes.1.config.provider',
    ],
  ])(
    'a definition with %s is rejected at its path, and nothing is charged or stored',
    async (_name, definition, field) => {
      const id = await workflow(definition);
      const { status, body } = await start(id);
      expect(status).toBe(422);
      expect(body.error.code).toBe('VALIDATION_ERROR');
      expect(fieldsOf(body)).toContain(field);
      const runs = await server.request('GET', `/api/v1/workflows/${id}/runs`, { as: member });
      expect(runs.body.pagination.total).toBe(0);
      const entries = await server.app.db
        .selectFrom('credit_entry')
        .select('id')
        .where('workspace_id', '=', member.workspace_id)
        .execute();
      expect(entries).toEqual([]);
    },
  );

  test('a cycle and a file pattern that leaves its folder are rejected when the workflow is saved', async () => {
    member = await createMember(server);
    const [first, second, noise] = [
      node('operator_generator'),
      node('operator_mastering'),
      node('validator_noise'),
    ];
    const cycle = {
      nodes: [first, second, noise],
      edges: [
        edge([first, 'audio'], [second, 'audio']),
        edge([second, 'audio'], [noise, 'audio']),
        edge([noise, 'pass'], [second, 'audio']),
      ],
    };
    const saved = await server.request('POST', '/api/v1/workflows', {
      as: member,
      body: { name: 'Loop', definition: { graph: cycle } },
    });
    expect(saved.status).toBe(422);
    expect(fieldsOf(saved.body)[0]).toMatch(/^body\.definition\.graph\.edges\.\d/);
    for (const file_pattern of [
      '../{line_id}.{ext}',
      '/etc/{line_id}',
      'C:/x.{ext}',
      'a\\b.{ext}',
      '{nope}.{ext}',
    ]) {
      const graph = { nodes: [node('sink_preview', { file_pattern })], edges: [] };
      const slip = await server.request('POST', '/api/v1/workflows', {
        as: member,
        body: { name: 'Slip', definition: { graph } },
      });
      expect(slip.status, file_pattern).toBe(422);
      expect(fieldsOf(slip.body)).toEqual(['body.definition.graph.nodes.0.config.file_pattern']);
    }
  });

  test('a second start while a run is active is a conflict; pause, resume and cancel control the run', async () => {
    held = (signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
    const id = await workflow(narration());
    const { body } = await start(id);
    const path = `/api/v1/workflows/${id}/runs/${body.data.id}`;
    const second = await start(id);
    expect([second.status, second.body.error.code]).toEqual([409, 'RUN_ALREADY_ACTIVE']);
    const inTheWay = [
      { field: 'run_id', message: body.data.id },
      { field: 'workflow_id', message: id },
    ];
    expect(second.body.error.details).toEqual(inTheWay);
    expect(second.body.error.message).toContain(
      `${body.data.id} of this workflow has not ended. Wait for it, or cancel it.`,
    );
    const other = await server.request('POST', '/api/v1/workflows', {
      as: member,
      body: { name: 'Two', definition: narration() },
    });
    const limited = await start(other.body.data.id);
    expect([limited.status, limited.body.error.code]).toEqual([409, 'CONCURRENT_RUN_LIMIT']);
    expect(limited.body.error.details).toEqual(inTheWay);
    expect(limited.body.error.message).toBe(
      `The plan allows 1 concurrent run. Run ${body.data.id} of workflow ${id} has not ended. Wait for it, or cancel it.`,
    );
    const early = await server.request('POST', `${path}/resume`, { as: member });
    expect([early.status, early.body.error.code]).toEqual([409, 'CONFLICT']);
    const paused = await server.request('POST', `${path}/pause`, { as: member });
    expect(paused.status).toBe(200);
    expect(paused.body.data.pause_requested_at).not.toBeNull();
    const resumed = await server.request('POST', `${path}/resume`, { as: member });
    expect(resumed.status).toBe(200);
    expect(resumed.body.data).toMatchObject({ pause_requested_at: null, paused_at: null });
    const cancelled = await server.request('POST', `${path}/cancel`, { as: member });
    expect(cancelled.body.data.status).toBe('cancelled');
    const again = await server.request('POST', `${path}/cancel`, { as: member });
    expect([again.status, again.body.data.status]).toEqual([200, 'cancelled']);
    held = undefined;
  });

  test('a retry names existing lines of a completed run', async () => {
    const id = await workflow(
      narration({ text: 'First line here.\nSecond line here.', source_language: 'en-us' }),
    );
    const { body } = await start(id);
    await ended(id, body.data.id);
    const path = `/api/v1/workflows/${id}/runs/${body.data.id}/retry`;
    const nothing = await server.request('POST', path, { as: member });
    expect([nothing.status, nothing.body.error.code]).toEqual([409, 'CONFLICT']);
    const unknown = await server.request('POST', path, {
      as: member,
      body: { line_ids: ['L00001', 'nope'] },
    });
    expect(fieldsOf(unknown.body)).toEqual(['body.line_ids.1']);
    const named = await server.request('POST', path, { as: member, body: { line_ids: ['L00002'] } });
    expect(named.status).toBe(202);
    expect(await ended(id, named.body.data.id)).toMatchObject({
      status: 'completed',
      credits: 1,
      run_number: 2,
    });
  });

  test('a retry that the balance cannot cover returns 402', async () => {
    const id = await workflow(narration());
    const { body } = await start(id);
    await ended(id, body.data.id);
    const { db } = server.app;
    await db
      .updateTable('credit_account')
      .set({ balance: 0 })
      .where('user_id', '=', member.user_id)
      .execute();
    const again = await server.request('POST', `/api/v1/workflows/${id}/runs/${body.data.id}/retry`, {
      as: member,
      body: { line_ids: ['L00001'] },
    });
    expect([again.status, again.body.error.code]).toEqual([402, 'INSUFFICIENT_CREDITS']);
    expect(again.body.error.message).toBe('The run needs at least 1 credit; 0 are left.');
    expect(again.body.error.details).toEqual([
      { field: 'needed', message: '1' },
      { field: 'balance', message: '0' },
    ]);
  });

  test('a start that cannot be paid because a payment is late reports this', async () => {
    const id = await workflow(narration());
    const now = server.app.clock();
    const end = new Date(now.getTime() + 30 * 86_400_000);
    const state = { plan: 'creator-monthly', status: 'past_due', start: now, end } as const;
    await mirrorSubscription(server.app.db, { user_id: member.user_id, state, now });
    const { status, body } = await start(id);
    expect([status, body.error.code]).toEqual([402, 'INSUFFICIENT_CREDITS']);
    expect(body.error.message).toContain('A payment of the workspace owner is overdue');
  });

  test('deleting a workflow cancels its active run', async () => {
    held = (signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
    const id = await workflow(narration());
    const { body } = await start(id);
    expect((await server.request('DELETE', `/api/v1/workflows/${id}`, { as: member })).status).toBe(200);
    const run = await server.app.db
      .selectFrom('run')
      .select(['status', 'hold'])
      .where('id', '=', body.data.id)
      .executeTakeFirstOrThrow();
    expect(run).toEqual({ status: 'cancelled', hold: 0 });
    held = undefined;
  });

  test('a start that the balance cannot cover returns 402', async () => {
    const lines = Array.from({ length: 34 }, (_, at) => `${'x'.repeat(9_000)}${at}`);
    const id = await workflow(narration({ text: lines.join('\n'), source_language: 'en-us' }));
    const { status, body } = await start(id);
    expect([status, body.error.code]).toEqual([402, 'INSUFFICIENT_CREDITS']);
  });
});
