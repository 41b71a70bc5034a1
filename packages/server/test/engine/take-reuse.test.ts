import type { WorkflowDefinition } from '@voiceloom/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { definitionOf, type GraphNode, node } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { putScript } from '../support/put-script.ts';

/** Every take is one second long, at five syllables per second, so the results of checks are known. */
const speech = scriptedSpeech({ durationMs: () => 1_000 });

describe('a stored take', () => {
  let engine: Engine;
  let owner: Owner;
  let nodes: Record<'generator' | 'pacing' | 'sink', GraphNode>;
  beforeAll(async () => {
    engine = await startEngine({ speech });
  });
  beforeEach(async () => {
    owner = await engine.owner();
    nodes = {
      generator: node('operator_generator', { retry_strategies: ['tempo'] }),
      pacing: node('validator_pacing', { max_retry: 2 }),
      sink: node('sink_preview'),
    };
  });
  afterAll(() => engine.close());

  interface Changes {
    /** The longest duration of the second of two lines. */
    limit?: number;
    generator?: object;
    pacing?: object;
  }

  async function definition({ limit, generator: voice, pacing: check }: Changes = {}) {
    const rows = ['a,"It rains."', `b,"It snows.",${limit ?? ''}`];
    const sheet = ['id,script,max_duration_ms', ...rows].join('\n');
    const upload_ids = [await putScript(engine, owner, sheet, 'csv')];
    const source = node('source_script', { input_type: 'file', upload_ids, source_language: 'en-us' });
    const generator = { ...nodes.generator, config: { ...nodes.generator.config, ...voice } };
    const pacing = { ...nodes.pacing, config: { ...nodes.pacing.config, ...check } };
    return definitionOf(
      [source, generator, pacing, nodes.sink],
      [
        [source, 'lines', generator],
        [generator, 'audio', pacing],
        [pacing, 'fail', generator],
        [pacing, 'pass', nodes.sink],
      ],
    );
  }

  const estimate = (of: WorkflowDefinition) =>
    estimateOf(engine.app, {
      workspace_id: owner.workspace_id,
      account_id: owner.user_id,
      definition: of,
    });

  async function run(of: WorkflowDefinition, more: object = {}) {
    const id = await engine.start(owner, of, more);
    const row = await engine.until(id, ['completed', 'failed']);
    expect(await auditRun(engine.app, id)).toEqual([]);
    return row;
  }

  test.each([
    ['none before, one that it fits now', undefined, 1_200],
    ['one before that it fits, none now', 1_200, undefined],
    ['a longer one now, though it did not fit', 900, 950],
    ['a shorter one now that it fits', 1_500, 1_100],
  ])('is reused if the limit of its line changes: %s', async (_, before, after) => {
    await run(
      await definition({ ...(before && { limit: before }), pacing: { enforce_max_duration: false } }),
    );
    const changed = await definition({
      ...(after && { limit: after }),
      pacing: { enforce_max_duration: false },
    });
    const known = await estimate(changed);
    const again = await run(changed);
    expect([known.expected_credits, again.credits, again.reused_takes]).toEqual([0, 0, 2]);
  });

  test('is not reused for a limit that it exceeds', async () => {
    await run(await definition());
    const tight = await definition({ limit: 500, pacing: { enforce_max_duration: false } });
    expect(await estimate(tight)).toMatchObject({ min_credits: 1, new_takes: 1, reused_takes: 1 });
    expect(await run(tight)).toMatchObject({ credits: 1, reused_takes: 1 });
  });

  test('that was sped up for a limit is not the take of a line without one', async () => {
    await run(await definition({ limit: 500 }));
    const free = await definition();
    await run(free);
    const spoken = await engine.app.db
      .selectFrom('run_line')
      .innerJoin('audio', 'audio.id', 'run_line.audio_id')
      .select(['run_line.line_id', 'audio.settings'])
      .where('audio.workspace_id', '=', owner.workspace_id)
      .where('run_line.max_duration_ms', 'is', null)
      .execute();
    expect(spoken.filter(({ settings }) => settings.strategy === 'tempo')).toEqual([]);
  });

  test('whose retries were used up gets new ones on request', async () => {
    const tight = await definition({ limit: 500 });
    const workflow_id = await engine.workflow(owner, tight);
    const first = await run(tight, { workflow_id });
    expect(first.credits).toBe(4);
    expect(await run(tight, { workflow_id })).toMatchObject({ credits: 0, reused_takes: 2 });
    const again = await definition({ limit: 500, generator: { respeak: true } });
    const known = await estimate(again);
    expect(known.expected_credits).toBeGreaterThan(0);
    const respoken = await run(again);
    expect(respoken.credits).toBe(2);
    expect(respoken.credits).toBeLessThanOrEqual(known.max_credits);
    const retried = await run(tight, { workflow_id, retry_of: first.id, retry_respeak: true });
    expect(retried.credits).toBe(2);
    expect(await run(tight, { workflow_id })).toMatchObject({ credits: 0 });
  });

  test('that a stricter check has not scored yet can be retried, as the estimate says', async () => {
    await run(await definition());
    const strict = await definition({ pacing: { max_syllables_per_second: 1.5, threshold: 99 } });
    const known = await estimate(strict);
    const { credits } = await run(strict);
    expect(credits).toBe(4);
    expect(known.min_credits).toBe(0);
    expect(known.max_credits).toBeGreaterThanOrEqual(credits);
    expect((await estimate(strict)).expected_credits).toBe(0);
    expect(await run(strict)).toMatchObject({ credits: 0 });
  });

  test('that was deleted is made again, as the estimate says', async () => {
    const tight = await definition({ limit: 500 });
    await run(tight);
    await engine.app.db.deleteFrom('audio').where('workspace_id', '=', owner.workspace_id).execute();
    const known = await estimate(tight);
    expect(known).toMatchObject({ new_takes: 2, min_credits: 2 });
    expect(await run(tight)).toMatchObject({ credits: 4 });
  });

  test('is reused by another workflow of the workspace with the same checks', async () => {
    await run(await definition({ limit: 500 }));
    nodes = { ...nodes, generator: { ...nodes.generator, id: crypto.randomUUID() } };
    expect(await run(await definition({ limit: 500 }))).toMatchObject({ credits: 0, reused_takes: 2 });
  });
});
