import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SpeechError } from '../../src/providers/speech/index.ts';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { addVoices, type Player, troupe } from '../support/troupe.ts';

/** Retry strategies that fail: an attempt to improve a line never fails the line or its run. */
type Answers = NonNullable<Player['answer']>;
let answers: Record<'rime' | 'polly', Answers>;
const SCRIPT = 'This is the first sentence. This is the second one.';
const speech = troupe({
  rime: {
    models: [{ id: 'first' }, { id: 'second', credits_per_1000_characters: 50 }],
    answer: (request) => answers.rime(request),
  },
  polly: {
    models: [{ id: 'other', credits_per_1000_characters: 100 }],
    answer: (request) => answers.polly(request),
  },
});
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
  answers = { rime: () => 'clipped', polly: () => 'clipped' };
});
afterAll(() => engine.close());

/** script -> speech -> noise check with retries -> delivery */
async function climb(retry_strategies: string[], max_retry: number, more: object = {}) {
  const source = node('source_script', { text: SCRIPT, source_language: 'en-us' });
  const speaker = node('operator_generator', { provider: 'rime', retry_strategies, ...more });
  const check = node('validator_noise', { max_retry });
  const sink = node('sink_preview');
  const definition = definitionOf(
    [source, speaker, check, sink],
    [
      [source, 'lines', speaker],
      [speaker, 'audio', check],
      [check, 'fail', speaker],
      [check, 'pass', sink],
    ],
  );
  const estimate = await estimateOf(engine.app, { ...owner, account_id: owner.user_id, definition });
  const id = await engine.start(owner, definition);
  const run = await engine.until(id, ['completed', 'failed']);
  expect([run.status, run.error, await auditRun(engine.app, id)]).toEqual(['completed', null, []]);
  expect(run.credits).toBeLessThanOrEqual(estimate.max_credits);
  const takes = await engine.app.db
    .selectFrom('attempt')
    .innerJoin('audio', 'audio.id', 'attempt.output_id')
    .select(['audio.model', 'audio.settings'])
    .where('attempt.run_id', '=', id)
    .where('attempt.credits', '>', 0)
    .orderBy('attempt.iteration')
    .execute();
  return { ...run, strategies: takes.map(({ model, settings }) => [settings.strategy ?? null, model]) };
}

test.each(['auth', 'quota', 'gone', 'transient', 'unsupported', 'invalid_input'] as const)(
  'if another provider returns %s, the line stays with its cast provider',
  async (kind) => {
    answers.polly = () => new SpeechError(kind, 'No.', { retry_after_ms: 0 });
    const { strategies, credits } = await climb(['provider'], 1, { fallback_provider: 'polly' });
    expect(strategies).toEqual([
      [null, 'first'],
      [null, 'first'],
    ]);
    expect(credits).toBe(2);
  },
);

test('if another model no longer exists, the line stays with its own', async () => {
  answers.rime = ({ model }) => (model === 'second' ? new SpeechError('gone', 'No.') : 'clipped');
  const { strategies } = await climb(['model'], 1);
  expect(strategies).toEqual([
    [null, 'first'],
    [null, 'first'],
  ]);
});

test('a change that a provider rejects is not tried again, and the retry strategies continues', async () => {
  answers.rime = ({ text }) => (text === SCRIPT ? 'clipped' : new SpeechError('invalid_input', 'What?'));
  const { strategies } = await climb(['sentences', 'model'], 2);
  expect(strategies).toEqual([
    [null, 'first'],
    [null, 'first'],
    ['model', 'second'],
  ]);
});
