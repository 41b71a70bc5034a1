import type { WorkflowDefinition } from '@voiceloom/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SpeechError } from '../../src/providers/speech/index.ts';
import { definitionOf, type GraphNode, node } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { addVoices, troupe } from '../support/troupe.ts';

/** Whether the first provider is unavailable. */
let isAway = false;
/** Whether a check rejects what the fallback speaks. */
let isClipped = false;
const away = () => (isAway ? new SpeechError('quota', 'Nothing is left.') : 'clean');
const speech = troupe({
  rime: { models: [{ id: 'plain' }], answer: away },
  polly: {
    models: [{ id: 'other', credits_per_1000_characters: 100 }],
    answer: () => (isClipped ? 'clipped' : 'clean'),
  },
  google: { models: [{ id: 'third', credits_per_1000_characters: 50 }] },
});

const PLAIN = { provider: 'rime', fallback_provider: 'polly' };

describe('a line that the fallback spoke', () => {
  let engine: Engine;
  let owner: Owner;
  let voices: Record<string, string>;
  beforeAll(async () => {
    engine = await startEngine({ speech });
    voices = await addVoices(engine, [
      { provider: 'rime', name: 'Anna' },
      { provider: 'rime', name: 'Rita' },
      { provider: 'polly', name: 'Paul' },
      { provider: 'google', name: 'Gina' },
    ]);
  });
  beforeEach(async () => {
    owner = await engine.owner();
    isAway = true;
    isClipped = false;
  });
  afterAll(() => engine.close());

  const estimate = (definition: WorkflowDefinition) =>
    estimateOf(engine.app, {
      workspace_id: owner.workspace_id,
      account_id: owner.user_id,
      definition,
    });

  /** The charge, with the estimate and the provider of each line. */
  async function run(definition: WorkflowDefinition) {
    const { min_credits, expected_credits, max_credits } = await estimate(definition);
    const asked = speech.asked.length;
    const id = await engine.start(owner, definition);
    const { status, credits } = await engine.until(id, ['completed', 'failed']);
    expect([status, ...(await auditRun(engine.app, id))]).toEqual(['completed']);
    expect(credits).toBeGreaterThanOrEqual(min_credits);
    expect(credits).toBeLessThanOrEqual(max_credits);
    const spoken = await engine.app.db
      .selectFrom('run_line')
      .innerJoin('audio', 'audio.id', 'run_line.audio_id')
      .select('audio.provider')
      .where('audio.workspace_id', '=', owner.workspace_id)
      .where('run_line.run_id', '=', id)
      .execute();
    const by = [...new Set(spoken.map(({ provider }) => provider))];
    return { expected: expected_credits, credits, by, asked: speech.asked.length - asked };
  }

  function graph(generator: object = PLAIN, text = 'It rains.\nIt snows.'): WorkflowDefinition {
    const source = node('source_script', { text, source_language: 'en-us' });
    const speaking = node('operator_generator', { retry_strategies: [], ...generator });
    const noise = node('validator_noise', { max_retry: 1 });
    const sink = node('sink_preview');
    const links: [GraphNode, string, GraphNode][] = [
      [source, 'lines', speaking],
      [speaking, 'audio', noise],
      [noise, 'fail', speaking],
      [noise, 'pass', sink],
    ];
    return definitionOf([source, speaking, noise, sink], links);
  }

  test('costs nothing in an unchanged rerun, as estimated, even if the first provider is back', async () => {
    expect(await run(graph())).toMatchObject({ credits: 2, by: ['polly'] });
    isAway = false;
    expect(await run(graph())).toEqual({ expected: 0, credits: 0, by: ['polly'], asked: 0 });
  });

  test('costs nothing in a rerun if its retries were used up', async () => {
    isClipped = true;
    expect(await run(graph())).toMatchObject({ credits: 4, by: ['polly'] });
    isAway = false;
    expect(await run(graph())).toEqual({ expected: 0, credits: 0, by: ['polly'], asked: 0 });
  });

  test('costs nothing in a rerun if the fallback already had its take', async () => {
    await run(graph({ provider: 'polly' }));
    expect(await run(graph())).toMatchObject({ credits: 0, by: ['polly'] });
    isAway = false;
    expect(await run(graph())).toEqual({ expected: 0, credits: 0, by: ['polly'], asked: 0 });
  });

  test('is spoken once if an identical line arrives before its take is committed', async () => {
    const equal = graph({ ...PLAIN, concurrency: 1 }, 'It rains.\nIt rains.');
    expect(await run(equal)).toMatchObject({ credits: 1, by: ['polly'] });
  });

  test('goes to the first provider again if `respeak` requests it, as the estimate says', async () => {
    await run(graph());
    isAway = false;
    expect(await run(graph({ ...PLAIN, respeak: true }))).toMatchObject({
      expected: 2,
      credits: 2,
      by: ['rime'],
    });
    // From now on, takes with the cast voice come first.
    expect(await run(graph())).toEqual({ expected: 0, credits: 0, by: ['rime'], asked: 0 });
  });

  test.each([
    ['another voice', () => ({ ...PLAIN, voice_id: voices.Rita }), 'rime'],
    ['another tempo', () => ({ ...PLAIN, speed: 1.2 }), 'rime'],
    ['no fallback', () => ({ provider: 'rime' }), 'rime'],
    ['another fallback', () => ({ ...PLAIN, fallback_provider: 'google' }), 'rime'],
    ['another provider', () => ({ ...PLAIN, provider: 'google' }), 'google'],
    ['no stored takes', () => ({ ...PLAIN, reuse_takes: false }), 'rime'],
  ])('goes to the first provider again if the generator requests %s', async (_, changed, by) => {
    await run(graph());
    isAway = false;
    expect(await run(graph(changed()))).toMatchObject({ by: [by], asked: 2 });
  });

  test('goes to the first provider if the take is from a workflow that casts the fallback itself', async () => {
    await run(graph({ provider: 'polly' }));
    isAway = false;
    expect(await run(graph())).toMatchObject({ credits: 2, by: ['rime'], asked: 2 });
  });

  test('is spoken by the cast provider again if it stored an equal line', async () => {
    await run(graph(PLAIN, 'It rains.'));
    isAway = false;
    await run(graph({ ...PLAIN, reuse_takes: false }, 'It rains.'));
    const again = await run(graph(PLAIN, 'It rains.\nIt rains.'));
    expect(again).toMatchObject({ credits: 0, by: ['rime'], asked: 0 });
  });

  test('is not found outside its workspace', async () => {
    await run(graph());
    isAway = false;
    owner = await engine.owner();
    expect(await run(graph())).toMatchObject({ by: ['rime'], asked: 2 });
  });
});
