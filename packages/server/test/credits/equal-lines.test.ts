import { afterAll, beforeAll, expect, test } from 'vitest';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { handleRun } from '../support/handle-run.ts';
import { putScript } from '../support/put-script.ts';
import { addVoices, troupe } from '../support/troupe.ts';

/**
 * The first generator speaks the first line too fast and the second one correctly. All takes of the second
 * generator are rejected.
 */
const speech = troupe({
  rime: {
    answer: ({ idempotency_key }) => ({
      is_clipped: false,
      syllables: idempotency_key.split('/')[1] === '0' ? 12 : 4,
    }),
  },
  polly: { models: [{ credits_per_1000_characters: 100 }], answer: () => 'clipped' },
});

let engine: Engine;
let voices: Record<string, string>;
beforeAll(async () => {
  engine = await startEngine({ speech, worker: false, settings: { concurrency: 1 } });
  voices = await addVoices(engine, [
    { provider: 'rime', name: 'Anna' },
    { provider: 'polly', name: 'Paul' },
    { provider: 'polly', name: 'Petra' },
  ]);
});
afterAll(() => engine.close());

test.each([
  ['voices', '', () => ({ voices_by_character: { Bob: { voice_id: voices.Petra } }, retry_strategies: [] })],
  // Separately spoken sentences take two seconds.
  ['limits', '1500', () => ({ retry_strategies: ['sentences'] })],
])(
  'an unchanged rerun costs nothing if equal lines have different %s at a later generator',
  async (_, limit, config) => {
    const owner = await engine.owner();
    const text = '"Who is there? Nobody."';
    const sheet = `id,character,max_duration_ms,script\na,Ada,,${text}\nb,Bob,${limit},${text}`;
    const upload_ids = [await putScript(engine, owner, sheet, 'csv')];
    const source = node('source_script', { input_type: 'file', upload_ids, source_language: 'en-us' });
    const first = node('operator_generator', { provider: 'rime', retry_strategies: [] });
    const [pacing, noise] = [node('validator_pacing', { threshold: 99 }), node('validator_noise')];
    const second = node('operator_generator', { provider: 'polly', ...config() });
    const check = node('validator_noise', { max_retry: 1 });
    const [one, other] = [node('sink_preview'), node('sink_preview')];
    const definition = definitionOf(
      [source, first, pacing, noise, second, check, one, other],
      [
        [source, 'lines', first],
        [first, 'audio', pacing],
        [pacing, 'fail', second],
        [second, 'audio', check],
        [check, 'fail', second],
        [check, 'pass', other],
        // The run delivers the take that pacing rejects, after that of the other line, so it is the newest.
        [first, 'audio', noise],
        [noise, 'pass', one],
      ],
    );
    const { workspace_id, user_id: account_id } = owner;
    const run = async () => {
      const { min_credits, expected_credits } = await estimateOf(engine.app, {
        ...{ workspace_id, account_id, definition },
      });
      const id = await engine.start(owner, definition);
      const { credits, status } = await handleRun(engine, id);
      expect([status, ...(await auditRun(engine.app, id))]).toEqual(['completed']);
      return { credits, min_credits, expected_credits };
    };
    // Two takes for one credit each, and two for three credits each.
    expect(await run()).toMatchObject({ credits: 8 });
    expect(await run()).toEqual({ credits: 0, min_credits: 0, expected_credits: 0 });
    expect(await run(), 'once more').toEqual({ credits: 0, min_credits: 0, expected_credits: 0 });
  },
);
