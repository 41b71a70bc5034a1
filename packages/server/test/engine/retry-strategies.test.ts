import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StoredVerdict } from '../../src/db/rows.ts';
import type { VoiceAssignment } from '../../src/engine/casting/voice-pool.ts';
import { chooseChange, type Situation } from '../../src/engine/nodes/generator/retry-strategies.ts';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { addVoices, type Player, troupe } from '../support/troupe.ts';

/** Decides the response of each provider. Every test sets its own. */
let answer: NonNullable<Player['answer']>;
let spoken: (provider: string) => NonNullable<Player['answer']>;
const play =
  (provider: string): NonNullable<Player['answer']> =>
  (request) =>
    spoken(provider)(request);

const speech = troupe({
  rime: {
    models: [
      { id: 'first', takes_seed: true },
      { id: 'second', credits_per_1000_characters: 50 },
      { id: 'gone', retires_at: '2020-01-01' },
      { id: 'german', locales: ['de-de'] },
    ],
    answer: play('rime'),
  },
  polly: { models: [{ id: 'other', credits_per_1000_characters: 100 }], answer: play('polly') },
});
const SCRIPT = 'This is the first sentence. This is the second one.';

let engine: Engine;
let owner: Owner;
beforeAll(async () => {
  engine = await startEngine({ speech });
  await addVoices(engine, [
    { provider: 'rime', name: 'Rita' },
    { provider: 'polly', name: 'Paul' },
  ]);
});
beforeEach(async () => {
  owner = await engine.owner();
  speech.asked.length = 0;
  answer = () => 'clipped';
  spoken = () => (request) => answer(request);
});
afterAll(() => engine.close());

const ALL = ['tempo', 'seed', 'sentences', 'respelling', 'model', 'provider'];

/** script -> speech -> noise check with retries -> delivery */
function looped(generator: object, { text = SCRIPT, max_retry = 4 } = {}) {
  const source = node('source_script', { text, source_language: 'en-us' });
  const speaker = node('operator_generator', { provider: 'rime', fallback_provider: 'polly', ...generator });
  const check = node('validator_noise', { max_retry });
  const sink = node('sink_preview');
  return definitionOf(
    [source, speaker, check, sink],
    [
      [source, 'lines', speaker],
      [speaker, 'audio', check],
      [check, 'fail', speaker],
      [check, 'pass', sink],
    ],
  );
}

const ended = (id: string) => engine.until(id, ['completed', 'failed']);
const takesOf = (runId: string) =>
  engine.app.db
    .selectFrom('attempt')
    .innerJoin('audio', 'audio.id', 'attempt.output_id')
    .innerJoin('voice', 'voice.id', 'audio.voice_id')
    .select(['audio.provider', 'audio.model', 'audio.settings', 'audio.credits', 'voice.name'])
    .where('attempt.run_id', '=', runId)
    .where('attempt.credits', '>', 0)
    .orderBy('attempt.iteration')
    .orderBy('attempt.created_at')
    .execute();
const strategiesOf = async (runId: string) =>
  (await takesOf(runId)).map(({ settings, provider, model }) => [settings.strategy ?? null, provider, model]);

describe('the retry strategies', () => {
  test('applies its strategies in order, each take names its own, and the cost stays within the estimate', async () => {
    const definition = looped({ retry_strategies: ALL });
    const place = { workspace_id: owner.workspace_id, account_id: owner.user_id, definition };
    const estimate = await estimateOf(engine.app, place);
    const id = await engine.start(owner, definition);
    // 51 characters: 1, 1, 1, 3 and 6 credits.
    expect(await ended(id)).toMatchObject({ status: 'completed', credits: 12, retries: 4 });
    expect(await strategiesOf(id)).toEqual([
      [null, 'rime', 'first'],
      ['seed', 'rime', 'first'],
      ['sentences', 'rime', 'first'],
      ['model', 'rime', 'second'],
      ['provider', 'polly', 'other'],
    ]);
    // At most, the most expensive provider speaks first and in each of four retries.
    expect(estimate).toMatchObject({ min_credits: 1, max_credits: 5 * 6 });
    expect(await auditRun(engine.app, id)).toEqual([]);
  });

  test('ends when a check accepts a take, and that take is delivered', async () => {
    // Only takes of whole lines are clipped.
    answer = ({ text }) => (text.includes('first') && text.includes('second') ? 'clipped' : 'clean');
    const id = await engine.start(owner, looped({ retry_strategies: ALL }));
    expect(await ended(id)).toMatchObject({ status: 'completed', credits: 3, lines_delivered: 1 });
    expect(speech.asked.map(({ text }) => text)).toEqual([
      SCRIPT,
      SCRIPT,
      'This is the first sentence.',
      'This is the second one.',
    ]);
    const [line] = await engine.app.db
      .selectFrom('run_line')
      .innerJoin('audio', 'audio.id', 'run_line.audio_id')
      .select(['audio.settings', 'audio.duration_ms'])
      .where('run_line.run_id', '=', id)
      .execute();
    expect(line).toMatchObject({ settings: { strategy: 'sentences' }, duration_ms: 2_000 });
  });

  test('only changes the listed things: the voice stays if model and provider are not listed', async () => {
    const id = await engine.start(owner, looped({}));
    await ended(id);
    expect((await strategiesOf(id)).map(([strategy]) => strategy)).toEqual([
      null,
      'seed',
      'sentences',
      'seed',
      'seed',
    ]);
    expect(new Set(speech.asked.map(({ provider }) => provider))).toEqual(new Set(['rime']));
    const seeds = speech.asked.map(({ seed }) => seed);
    expect(new Set(seeds).size).toBe(5);
  });

  test('uses the configured order', async () => {
    const id = await engine.start(
      owner,
      looped({ retry_strategies: ['provider', 'seed'] }, { max_retry: 3 }),
    );
    await ended(id);
    expect((await strategiesOf(id)).map(([strategy]) => strategy)).toEqual([
      null,
      'provider',
      'seed',
      'seed',
    ]);
  });

  test('continues with the next candidate of provider selection, and records rejected takes', async () => {
    spoken = (provider) => () => (provider === 'polly' ? 'clean' : 'clipped');
    const routing = {
      mode: 'auto',
      candidates: [{ provider: 'rime', model: 'first', quality: 4 }, { provider: 'polly' }],
    };
    const definition = looped({ fallback_provider: null, routing, retry_strategies: ['provider'] });
    const place = { workspace_id: owner.workspace_id, account_id: owner.user_id, definition };
    expect(await estimateOf(engine.app, place)).toMatchObject({ min_credits: 1, max_credits: 1 + 4 * 6 });
    const id = await engine.start(owner, definition);
    expect(await ended(id)).toMatchObject({ status: 'completed', credits: 7 });
    expect(await strategiesOf(id)).toEqual([
      [null, 'rime', 'first'],
      ['provider', 'polly', 'other'],
    ]);
    const health = await engine.app.db
      .selectFrom('provider_health')
      .select(['provider', 'calls', 'failed', 'takes', 'rejected'])
      .where('workspace_id', '=', owner.workspace_id)
      .orderBy('provider')
      .execute();
    expect(health).toEqual([
      { provider: 'polly', calls: 1, failed: 0, takes: 1, rejected: 0 },
      { provider: 'rime', calls: 1, failed: 0, takes: 1, rejected: 1 },
    ]);
  });

  test('changes nothing for a line that arrives for the first time in a later iteration', async () => {
    const source = node('source_script', { text: SCRIPT, source_language: 'en-us' });
    const first = node('operator_generator', { provider: 'rime', retry_strategies: [] });
    const check = node('validator_noise', { max_retry: 1 });
    const second = node('operator_generator', { provider: 'polly' });
    const sink = node('sink_preview');
    const definition = definitionOf(
      [source, first, check, second, sink],
      [
        [source, 'lines', first],
        [first, 'audio', check],
        [check, 'fail', first],
        [check, 'pass', second],
        [second, 'audio', sink],
      ],
    );
    const id = await engine.start(owner, definition);
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    expect(await strategiesOf(id)).toEqual([
      [null, 'rime', 'first'],
      ['plain', 'rime', 'first'],
      [null, 'polly', 'other'],
    ]);
    const line = engine.app.db.selectFrom('run_line').select('retry_count').where('run_id', '=', id);
    expect(await line.execute()).toEqual([{ retry_count: 1 }]);
  });

  test('ends with the best of the takes that the last check scored, no matter which provider spoke it', async () => {
    // One of four takes is rejected for noise. The pacing check allows at most 4.5 syllables per second.
    const takes = [
      { is_clipped: false, syllables: 8 },
      { is_clipped: true, syllables: 3 },
      { is_clipped: false, syllables: 4 },
      { is_clipped: false, syllables: 9 },
    ];
    answer = () => takes[speech.asked.length - 1] ?? 'clean';
    const source = node('source_script', { text: SCRIPT, source_language: 'en-us' });
    const speaker = node('operator_generator', {
      provider: 'rime',
      fallback_provider: 'polly',
      retry_strategies: ['provider'],
    });
    const noise = node('validator_noise', { max_retry: 2 });
    const pacing = node('validator_pacing', {
      max_retry: 2,
      max_syllables_per_second: 4.5,
      min_syllables_per_second: 0.1,
    });
    const sink = node('sink_preview');
    const definition = definitionOf(
      [source, speaker, noise, pacing, sink],
      [
        [source, 'lines', speaker],
        [speaker, 'audio', noise],
        [noise, 'fail', speaker],
        [noise, 'pass', pacing],
        [pacing, 'fail', speaker],
        [pacing, 'pass', sink],
      ],
    );
    const id = await engine.start(owner, definition);
    expect(await ended(id)).toMatchObject({ status: 'completed', lines_delivered: 1, retries: 3 });
    expect(speech.asked.map(({ provider }) => provider)).toEqual(['rime', 'polly', 'rime', 'rime']);
    const delivered = await engine.app.db
      .selectFrom('run_line')
      .innerJoin('audio', 'audio.id', 'run_line.audio_id')
      .select('audio.facts')
      .where('run_line.run_id', '=', id)
      .execute();
    expect(delivered).toMatchObject([{ facts: { syllables: 4 } }]);
    expect(await auditRun(engine.app, id)).toEqual([]);
  });

  test('a second run finds the take of a changed provider, and pays nothing', async () => {
    spoken = (provider) => () => (provider === 'polly' ? 'clean' : 'clipped');
    const definition = looped({ retry_strategies: ['provider'] });
    const workflow_id = await engine.workflow(owner, definition);
    expect(await ended(await engine.start(owner, definition, { workflow_id }))).toMatchObject({ credits: 7 });
    const place = { workspace_id: owner.workspace_id, account_id: owner.user_id, definition };
    expect(await estimateOf(engine.app, place)).toMatchObject({ min_credits: 0 });
    const again = await engine.start(owner, definition, { workflow_id });
    expect(await ended(again)).toMatchObject({
      status: 'completed',
      credits: 0,
      reused_takes: 1,
      retries: 0,
    });
    // With other strategies, no line gets the voice of another provider.
    const strict = await engine.start(owner, looped({ retry_strategies: [] }, { max_retry: 0 }));
    expect(await ended(strict)).toMatchObject({ credits: 0, reused_takes: 1 });
    const [line] = await engine.app.db
      .selectFrom('attempt')
      .innerJoin('audio', 'audio.id', 'attempt.output_id')
      .select('audio.provider')
      .where('attempt.run_id', '=', strict)
      .where('attempt.reused', '=', true)
      .execute();
    expect(line).toEqual({ provider: 'rime' });
  });
});

describe('the next strategy', () => {
  const rime = speech.providers.get('rime');
  const model = rime?.models[0];
  if (!rime || !model) throw new Error('The troupe has no rime.');
  const voice = {
    ...{ id: 'v', name: 'Rita', provider: 'rime', provider_voice_id: 'r', is_active: true },
    ...{ supported_languages: ['en-us'], supported_models: null },
  };
  const manner = { speed: 1, pitch: 0, controls: {} };
  const part: VoiceAssignment = { voice, is_chosen: true, provider: rime, model, ...manner };
  const verdict = (kind: string, evidence: object = {}): StoredVerdict => ({
    ...{
      kind,
      score: 0,
      threshold: 85,
      status: 'fail',
      reason: null,
      evidence: { findings: [], ...evidence },
    },
  });
  const slow = verdict('pacing', { duration_ms: 2_000, max_duration_ms: 1_600 });
  const take = (more: object = {}) => ({
    ...{ provider: 'rime', model: 'first', speed: 1, strategy: undefined, dropped: [], ...more },
  });
  const situation = (more: Partial<Situation>): Situation => ({
    ...{ strategies: ['tempo', 'seed', 'sentences', 'respelling'], locale_code: 'en-us', assignment: part },
    ...{ text: 'It costs $5.', written_text: 'It costs $5.', verdicts: [verdict('noise')], alternatives: [] },
    ...{ rejectedTake: take(), takes: [take()], ...more },
  });

  test('is another tempo as long as the pacing check requests it', () => {
    expect(chooseChange(situation({ verdicts: [slow] }))).toMatchObject({
      strategy: 'tempo',
      assignment: { speed: 1.3 },
    });
    const faster = take({ speed: 1.3, strategy: 'tempo' });
    const again = situation({ verdicts: [slow], rejectedTake: faster, takes: [take(), faster] });
    expect(chooseChange(again)).toMatchObject({
      strategy: 'tempo',
      assignment: { speed: expect.closeTo(1.69) },
    });
  });

  test('is not another tempo if the model supports none, or none is left', () => {
    const deaf = situation({ verdicts: [slow], rejectedTake: take({ dropped: ['speed'] }) });
    expect(chooseChange(deaf).strategy).toBe('seed');
    const fastest = situation({ verdicts: [slow], rejectedTake: take({ speed: 2 }) });
    expect(chooseChange(fastest).strategy).toBe('seed');
  });

  test('spells out numbers only where a check misheard words', () => {
    const strategies: Situation['strategies'] = ['respelling', 'seed'];
    expect(chooseChange(situation({ strategies, verdicts: [verdict('error_rate')] }))).toMatchObject({
      strategy: 'respelling',
      text: 'It costs five dollars.',
    });
    expect(chooseChange(situation({ strategies })).strategy).toBe('seed');
    const plain = { text: 'It costs five.', written_text: 'It costs five.' };
    const written = situation({ strategies, ...plain, verdicts: [verdict('error_rate')] });
    expect(chooseChange(written).strategy).toBe('seed');
  });

  test('spells misheard capital letters one by one, and drops a respelling that was misheard', () => {
    const strategies: Situation['strategies'] = ['respelling'];
    const diff = [
      { op: 'match', script: 'Ask', transcript: 'ask' },
      { op: 'substitute', script: 'SQL', transcript: 'sequel' },
      { op: 'delete', script: 'Nginx', transcript: '' },
    ];
    const verdicts = [verdict('error_rate', { diff })];
    const capitals = 'Ask SQL, not NATO.';
    expect(
      chooseChange(situation({ strategies, text: capitals, written_text: capitals, verdicts })),
    ).toMatchObject({
      text: 'Ask S Q L, not NATO.',
    });
    const said = { text: 'Ask engine ex.', written_text: 'Ask Nginx.' };
    expect(chooseChange(situation({ strategies, ...said, verdicts }))).toMatchObject({ text: 'Ask Nginx.' });
  });

  test('does not exist for an engine without a seed and a line of one sentence', () => {
    const fixed = { ...part, model: { ...model, takes_seed: false } };
    expect(chooseChange(situation({ assignment: fixed }))).toEqual({ strategy: 'plain', assignment: fixed });
  });

  test('tries every other model and provider once, and then another seed', () => {
    const second = { ...part, model: { ...model, id: 'second' } };
    const third = { ...part, model: { ...model, id: 'third' } };
    const alternatives: Situation['alternatives'] = [
      { strategy: 'model', assignment: second },
      { strategy: 'model', assignment: third },
    ];
    const chosenStrategies: (string | undefined)[] = [];
    const takes = [take()];
    for (let tries = 0; tries < 5; tries++) {
      const strategies: Situation['strategies'] = ['seed', 'model', 'provider'];
      const { strategy, assignment: chosen } = chooseChange(situation({ strategies, alternatives, takes }));
      chosenStrategies.push(`${strategy} ${chosen.model.id}`);
      takes.push(take({ strategy, model: chosen.model.id }));
    }
    expect(chosenStrategies).toEqual([
      'seed first',
      'model second',
      'model third',
      'seed first',
      'seed first',
    ]);
  });
});
