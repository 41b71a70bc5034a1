import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadFallbacks } from '../../src/engine/casting/fallbacks.ts';
import type { GeneratorConfig } from '../../src/engine/casting/voice-pool.ts';
import { lineKey } from '../../src/engine/index.ts';
import { providerHealth } from '../../src/engine/jobs.ts';
import { addProviderOutcomes, loadHealth } from '../../src/engine/routing/provider-health.ts';
import { chooseAndStoreRoutes, rankContenders } from '../../src/engine/routing/select-provider.ts';
import { SpeechError } from '../../src/providers/speech/index.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, runRow, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { putScript } from '../support/put-script.ts';
import { runHousekeeping } from '../support/run-job.ts';
import { addVoices, troupe } from '../support/troupe.ts';

const price = (usd: number) => ({ usd, per: 1_000, unit: 'characters' as const, as_of: '2026-11-21' });

describe('provider selection by price and quality', () => {
  // One in three requests for this text fails. Four attempts per line hide this from the lines.
  let failures = 0;
  const speech = troupe({
    rime: { models: [{ id: 'plain', price: price(0.01), quality: 2, credits_per_1000_characters: 10 }] },
    polly: { models: [{ id: 'grand', price: price(0.1), quality: 4, credits_per_1000_characters: 100 }] },
    deepgram: {
      models: [{ id: 'shaky', price: price(0.005), quality: 4, credits_per_1000_characters: 10 }],
      answer: () => (failures++ % 3 === 0 ? new SpeechError('transient', 'Away.') : 'clean'),
    },
    cartesia: { models: [{ id: 'unpriced', quality: 4 }] },
  });
  let engine: Engine;
  let owner: Owner;
  beforeAll(async () => {
    engine = await startEngine({ speech });
    await addVoices(engine, [
      { provider: 'rime', name: 'Rita', locales: ['en-us', 'de-de'] },
      { provider: 'polly', name: 'Paul' },
      { provider: 'deepgram', name: 'Dora' },
      { provider: 'cartesia', name: 'Carl', locales: ['fr-fr'] },
    ]);
  });
  beforeEach(async () => {
    owner = await engine.owner();
    failures = 0;
    speech.asked.length = 0;
  });
  afterAll(() => engine.close());

  const two = [{ provider: 'rime' }, { provider: 'polly' }];
  const routed = (text: string, candidates: object[] = two, source: object = {}) =>
    shortPipeline({ text, source: { ...source }, generator: { routing: { mode: 'auto', candidates } } });
  const weigh = (routing_price_sensitivity: number) =>
    engine.app.db
      .updateTable('workspace')
      .set({ routing_price_sensitivity })
      .where('id', '=', owner.workspace_id)
      .execute();
  const ended = (id: string) => engine.until(id, ['completed', 'failed']);
  const routesOf = (runId: string) =>
    engine.app.db
      .selectFrom('run_provider_selection')
      .select(['locale_code', 'provider', 'model', 'reason'])
      .where('run_id', '=', runId)
      .orderBy('locale_code')
      .execute();
  const askedOf = () => new Set(speech.asked.map(({ provider }) => provider));

  test('with only the price weighted, the cheap provider speaks, as estimated', async () => {
    await weigh(1);
    const definition = routed(numberedLines(3, 'is spoken for little money'));
    const place = { workspace_id: owner.workspace_id, account_id: owner.user_id, definition };
    expect(await estimateOf(engine.app, place)).toMatchObject({ min_credits: 3, max_credits: 3 });
    const id = await engine.start(owner, definition);
    expect(await ended(id)).toMatchObject({ status: 'completed', credits: 3 });
    expect(askedOf()).toEqual(new Set(['rime']));
    expect(await auditRun(engine.app, id)).toEqual([]);
  });

  test('with only the quality weighted, the good provider speaks, as estimated', async () => {
    await weigh(0);
    const definition = routed(numberedLines(3, 'is spoken for more'));
    const place = { workspace_id: owner.workspace_id, account_id: owner.user_id, definition };
    // 36 characters at 100 credits per 1,000: 4 credits per line.
    expect(await estimateOf(engine.app, place)).toMatchObject({ min_credits: 12, max_credits: 12 });
    const id = await engine.start(owner, definition);
    expect(await ended(id)).toMatchObject({ status: 'completed', credits: 12 });
    expect(askedOf()).toEqual(new Set(['polly']));
  });

  test('a run stores its choice and the reason, and a second run finds the takes of the first', async () => {
    await weigh(0.9);
    const definition = routed('The reason is kept.');
    const workflow_id = await engine.workflow(owner, definition);
    const first = await engine.start(owner, definition, { workflow_id });
    expect(await ended(first)).toMatchObject({ status: 'completed', credits: 1 });
    const [route] = await routesOf(first);
    expect(route).toMatchObject({ locale_code: 'en-us', provider: 'rime', model: 'plain' });
    expect(route?.reason).toMatchObject({
      price_sensitivity: expect.closeTo(0.9, 5),
      candidates: [
        { provider: 'rime', usd_per_1000_characters: 0.01, quality: 2, calls: 0, failure_rate: 0 },
        { provider: 'polly', usd_per_1000_characters: 0.1, quality: 4, is_avoided: false },
      ],
    });
    const second = await engine.start(owner, definition, { workflow_id });
    expect(await ended(second)).toMatchObject({ status: 'completed', credits: 0, reused_takes: 1 });
  });

  test('each locale has its own choice, and one that no candidate speaks fails only its lines', async () => {
    await weigh(0);
    const upload = 'id,locale,script\na,en-us,One.\nb,de-de,Zwei.\nc,ja-jp,さん。\n';
    const source = { input_type: 'file', upload_ids: [await putScript(engine, owner, upload, 'csv')] };
    const id = await engine.start(owner, routed('', two, source));
    expect(await ended(id)).toMatchObject({ status: 'failed', lines_delivered: 2, lines_failed: 1 });
    const chosen = (await routesOf(id)).map(({ locale_code, provider }) => [locale_code, provider]);
    expect(chosen).toEqual([
      ['de-de', 'rime'],
      ['en-us', 'polly'],
    ]);
  });

  test('a provider that fails every third request of a locale is avoided in the next run', async () => {
    await weigh(0.5);
    const candidates = [{ provider: 'rime' }, { provider: 'deepgram' }];
    const text = numberedLines(20, 'is spoken by one that shakes');
    const first = await engine.start(owner, routed(text, candidates));
    expect(await ended(first)).toMatchObject({ status: 'completed', lines_delivered: 20 });
    expect(await routesOf(first)).toMatchObject([{ provider: 'deepgram' }]);
    const seen = await engine.app.db
      .selectFrom('provider_health')
      .selectAll()
      .where('workspace_id', '=', owner.workspace_id)
      .execute();
    expect(seen).toEqual([
      expect.objectContaining({
        ...{ provider: 'deepgram', model: 'shaky', locale_code: 'en-us', takes: 20, rejected: 0 },
        ...{ calls: failures, failed: failures - 20 },
      }),
    ]);
    const second = await engine.start(owner, routed(numberedLines(3, 'comes later'), candidates));
    expect(await ended(second)).toMatchObject({ status: 'completed', lines_delivered: 3 });
    const [route] = await routesOf(second);
    expect(route).toMatchObject({ provider: 'rime' });
    const shaky = route?.reason.candidates.find(({ provider }) => provider === 'deepgram');
    expect(shaky).toMatchObject({ is_avoided: true });
    expect(shaky?.failure_rate).toBeGreaterThan(0.15);
    // The failures do not affect another workspace.
    owner = await engine.owner();
    const other = await engine.start(owner, routed('Elsewhere.', candidates));
    await ended(other);
    expect(await routesOf(other)).toMatchObject([{ provider: 'deepgram' }]);
  });

  test('a rerun is free if only the health of providers has changed: lines keep their takes', async () => {
    await weigh(1);
    const definition = routed(numberedLines(3, 'keeps its take'));
    const workflow_id = await engine.workflow(owner, definition);
    const first = await engine.start(owner, definition, { workflow_id });
    expect(await ended(first)).toMatchObject({ status: 'completed', credits: 3 });
    expect(await routesOf(first)).toMatchObject([{ provider: 'rime' }]);
    const { workspace_id } = owner;
    const health = { calls: 40, failed: 20, takes: 20, rejected: 0, latency_ms: 20_000 };
    const note = { provider: 'rime', model: 'plain', locale_code: 'en-us', ...health };
    await addProviderOutcomes(engine.app.db, { workspace_id, outcomes: [note], now: engine.app.clock() });
    const place = { workspace_id, workflow_id, account_id: owner.user_id, definition };
    for (const _ of ['the next run', 'a later run, whose run before chose the same']) {
      expect(await estimateOf(engine.app, place)).toMatchObject({ expected_credits: 0, new_takes: 0 });
      const again = await engine.start(owner, definition, { workflow_id });
      expect(await ended(again)).toMatchObject({ status: 'completed', credits: 0, reused_takes: 3 });
      expect(await routesOf(again)).toMatchObject([{ provider: 'polly' }]);
    }
    // The clone has its own selection and takes, although its nodes have the same IDs.
    const clone = await engine.workflow(owner, definition);
    expect(await estimateOf(engine.app, { ...place, workflow_id: clone })).toMatchObject({ new_takes: 3 });
    // A different weight for the price gives a different selection.
    await weigh(0.9);
    expect(await estimateOf(engine.app, place)).toMatchObject({ min_credits: 9, new_takes: 3 });
  });

  test('a rerun is free if the catalog has a new voice that would be chosen first', async () => {
    await weigh(1);
    const definition = routed('The voice stays.');
    const workflow_id = await engine.workflow(owner, definition);
    await ended(await engine.start(owner, definition, { workflow_id }));
    await addVoices(engine, [{ provider: 'rime', name: 'Aaron', locales: ['en-us'] }]);
    const again = await engine.start(owner, definition, { workflow_id });
    expect(await ended(again)).toMatchObject({ status: 'completed', credits: 0, reused_takes: 1 });
    await engine.app.db.deleteFrom('voice').where('name', '=', 'Aaron').execute();
  });

  test('a voice that the config no longer names neither speaks nor keeps its takes', async () => {
    await weigh(1);
    const { Rosa = '' } = await addVoices(engine, [{ provider: 'rime', name: 'Rosa', locales: ['en-us'] }]);
    const definition = routed('The voice is named once.');
    const [, generator] = definition.graph.nodes;
    const workflow_id = await engine.workflow(owner, definition);
    const voiceOf = async (voice_id: string | null) => {
      Object.assign(generator?.config ?? {}, { voice_id });
      const id = await engine.start(owner, definition, { workflow_id });
      const run = await ended(id);
      expect(run).toMatchObject({ status: 'completed' });
      const route = await engine.app.db
        .selectFrom('run_provider_selection')
        .innerJoin('voice', 'voice.id', 'run_provider_selection.voice_id')
        .select('voice.name')
        .where('run_id', '=', id)
        .executeTakeFirstOrThrow();
      return { voice: route.name, credits: run.credits };
    };
    expect(await voiceOf(Rosa)).toEqual({ voice: 'Rosa', credits: 1 });
    expect(await voiceOf(null)).toEqual({ voice: 'Rita', credits: 1 });
    expect(await voiceOf(null)).toEqual({ voice: 'Rita', credits: 0 });
    await engine.app.db.deleteFrom('voice').where('name', '=', 'Rosa').execute();
  });

  test('workers that choose at the same time choose the same, and a later voice is not used', async () => {
    await weigh(1);
    const definition = routed('Chosen by many.');
    const id = await engine.start(owner, definition);
    await ended(id);
    const node_id = definition.graph.nodes[1]?.id ?? '';
    const config = definition.graph.nodes[1]?.config as GeneratorConfig;
    const place = { workspace_id: owner.workspace_id, workflow_id: undefined };
    const routing = { ...place, node_id, config, locales: ['de-de', 'en-us'] };
    const choose = () => chooseAndStoreRoutes(engine.app, { id, retry_of: null }, routing);
    const all = await Promise.all(Array.from({ length: 8 }, choose));
    for (const routes of all) expect(routes).toEqual(all[0]);
    expect(await routesOf(id)).toHaveLength(2);
    // The first one by name, so a new selection would choose it.
    await addVoices(engine, [{ provider: 'rime', name: 'Aaron', locales: ['en-us'] }]);
    const routes = await choose();
    const { assignmentFor } = await loadFallbacks(engine.app, owner.workspace_id, { config, routes });
    expect(assignmentFor({ locale_code: 'en-us', character_name: null })?.voice.name).toBe('Rita');
    await engine.app.db.deleteFrom('voice').where('name', '=', 'Aaron').execute();
  });

  test('past failures count less over time, and not at all after 30 days', async () => {
    const { workspace_id } = owner;
    const now = new Date('2026-11-21T12:00:00Z');
    const place = { provider: 'rime', model: 'plain', locale_code: 'en-us' };
    const note = { ...place, calls: 40, failed: 16, takes: 24, rejected: 4, latency_ms: 24_000 };
    const rateAfter = async (days: number, counts_rejected = true) => {
      const later = new Date(now.getTime() + days * 86_400_000);
      const request = { workspace_id, locales: ['en-us'], now: later, counts_rejected };
      const healthOf = await loadHealth(engine.app.db, request);
      return healthOf(place);
    };
    await addProviderOutcomes(engine.app.db, { workspace_id, outcomes: [note], now });
    // 20 of 40 requests, and the five that are assumed to be successful.
    expect(await rateAfter(0)).toEqual({ calls: 40, failure_rate: 0.4444, latency_ms: 1_000 });
    // Without the rejected takes.
    expect(await rateAfter(0, false)).toMatchObject({ failure_rate: 0.3556 });
    expect(await rateAfter(7)).toEqual({ calls: 20, failure_rate: 0.4, latency_ms: 1_000 });
    expect(await rateAfter(14)).toEqual({ calls: 10, failure_rate: 0.3333, latency_ms: 1_000 });
    expect(await rateAfter(30)).toEqual({ calls: 0, failure_rate: 0, latency_ms: null });
    const kept = () =>
      engine.app.db
        .selectFrom('provider_health')
        .select('calls')
        .where('workspace_id', '=', workspace_id)
        .execute();
    await runHousekeeping(engine.app, providerHealth, new Date(now.getTime() + 29 * 86_400_000));
    expect(await kept()).toEqual([{ calls: 40 }]);
    await runHousekeeping(engine.app, providerHealth, new Date(now.getTime() + 30 * 86_400_000));
    expect(await kept()).toEqual([]);
  });

  test('the retry of a run uses the choice of the run, whatever would be chosen now', async () => {
    await weigh(1);
    const definition = routed('The voice stays the same.');
    const workflow_id = await engine.workflow(owner, definition);
    const first = await engine.start(owner, definition, { workflow_id });
    await ended(first);
    await weigh(0);
    // It reserves nothing for the cost of another provider.
    const place = { workspace_id: owner.workspace_id, account_id: owner.user_id, definition };
    const spoken_again = new Set([lineKey({ line_id: 'L00001', locale_code: 'en-us' })]);
    const estimate = await estimateOf(engine.app, { ...place, spoken_again, retry_of: first });
    expect(estimate).toMatchObject({ min_credits: 1, max_credits: 1 });
    const retry = { workflow_id, retry_of: first, retry_lines: [{ line_id: 'L00001', locale_code: null }] };
    const again = await engine.start(owner, definition, retry);
    expect(await ended(again)).toMatchObject({ status: 'completed', credits: 1 });
    const [route] = await routesOf(again);
    expect(route).toMatchObject({ provider: 'rime', reason: { kept_from: first } });
    expect(askedOf()).toEqual(new Set(['rime']));
  });

  test('the retry of a run chooses again if its choice no longer exists', async () => {
    await weigh(1);
    const definition = routed('The model is gone by then.');
    const workflow_id = await engine.workflow(owner, definition);
    const first = await engine.start(owner, definition, { workflow_id });
    await ended(first);
    await engine.app.db
      .updateTable('run_provider_selection')
      .set({ model: 'gone' })
      .where('run_id', '=', first)
      .execute();
    const retry = { workflow_id, retry_of: first, retry_lines: [{ line_id: 'L00001', locale_code: null }] };
    const again = await engine.start(owner, definition, retry);
    expect(await ended(again)).toMatchObject({ status: 'completed', credits: 1 });
    expect(await routesOf(again)).toMatchObject([{ provider: 'rime', model: 'plain' }]);
  });

  test('price and quality in the config override the known values', async () => {
    await weigh(1);
    const french = { source_language: 'fr-fr' };
    const id = await engine.start(owner, routed('Bonjour.', [{ provider: 'cartesia' }], french));
    await ended(id);
    const [route] = await routesOf(id);
    // No one pays for a provider that needs no key.
    expect(route?.reason.candidates).toMatchObject([{ provider: 'cartesia', usd_per_1000_characters: 0 }]);
    const told = [{ provider: 'cartesia', usd_per_1000_characters: 0.2, quality: 1 }];
    const second = await engine.start(owner, routed('Bonsoir.', told, french));
    await ended(second);
    expect((await routesOf(second))[0]?.reason.candidates).toMatchObject([
      { usd_per_1000_characters: 0.2, quality: 1 },
    ]);
  });

  test('a character with its own voice keeps it, whatever is chosen for the others', async () => {
    await weigh(1);
    const voices = await engine.app.db.selectFrom('voice').select(['id', 'name']).execute();
    const idOf = (wanted: string) => voices.find(({ name }) => name === wanted)?.id;
    const sheet = 'character,script\nAda,I am Ada.\nBob,I am Bob.\nCid,I am Cid.\n';
    const definition = shortPipeline({
      source: { input_type: 'file', upload_ids: [await putScript(engine, owner, sheet, 'csv')] },
      generator: {
        provider: 'polly',
        routing: { mode: 'auto', candidates: two },
        voices_by_character: { Ada: { voice_id: idOf('Paul') }, Bob: { provider: 'deepgram' } },
      },
    });
    expect(await ended(await engine.start(owner, definition))).toMatchObject({ status: 'completed' });
    const spoken = new Map(speech.asked.map(({ text, provider }) => [text, provider]));
    expect(Object.fromEntries(spoken)).toEqual({
      'I am Ada.': 'polly',
      'I am Bob.': 'deepgram',
      'I am Cid.': 'rime',
    });
  });

  test('a generator with provider selection ignores its own provider', async () => {
    const definition = routed('Only the candidates count.');
    const run = await engine.start(owner, definition);
    expect(await ended(run)).toMatchObject({ status: 'completed' });
    expect((await runRow(engine.app, run)).error).toBeNull();
    expect(askedOf()).not.toContain('espeak');
  });
});

describe('the order of candidates', () => {
  const contender = (more: object) => ({
    ...{ provider: 'a', model: 'm', voice_id: 'v', usd_per_1000_characters: 1, quality: 3 },
    ...{ calls: 0, failure_rate: 0, latency_ms: null, is_incumbent: false, ...more },
  });
  const order = (contenders: ReturnType<typeof contender>[], sensitivity: number) =>
    rankContenders(contenders, sensitivity).map(({ provider }) => provider);

  test('does not depend on the order in which they are given', () => {
    const all = [contender({ provider: 'c' }), contender({ provider: 'a' }), contender({ provider: 'b' })];
    expect(order(all, 0.5)).toEqual(['a', 'b', 'c']);
    expect(order(all.toReversed(), 0.5)).toEqual(['a', 'b', 'c']);
  });

  test('treats an unknown price as the highest and an unknown quality as the lowest', () => {
    const all = [
      contender({ provider: 'a', usd_per_1000_characters: null, quality: null }),
      contender({ provider: 'b', usd_per_1000_characters: 2, quality: 2 }),
      contender({ provider: 'c', usd_per_1000_characters: 1, quality: 3 }),
    ];
    expect(order(all, 1)).toEqual(['c', 'b', 'a']);
    expect(order(all, 0)).toEqual(['c', 'b', 'a']);
  });

  test('keeps the choice of the previous run if the others are hardly better', () => {
    const close = [
      contender({ provider: 'a', usd_per_1000_characters: 1 }),
      contender({ provider: 'b', usd_per_1000_characters: 1.05, is_incumbent: true }),
    ];
    expect(order(close, 1)).toEqual(['b', 'a']);
    const far = [contender({ provider: 'a', usd_per_1000_characters: 0.5 }), ...close.slice(1)];
    expect(order(far, 1)).toEqual(['a', 'b']);
  });

  test('puts one that fails often last, and uses it if there is no other', () => {
    const failing = contender({ provider: 'a', quality: 4, usd_per_1000_characters: 0, failure_rate: 0.3 });
    const dear = contender({ provider: 'b', quality: 1, usd_per_1000_characters: 9 });
    expect(order([failing, dear], 0.5)).toEqual(['b', 'a']);
    expect(order([failing], 0.5)).toEqual(['a']);
  });
});
