import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';

/* The cost of a run is within its estimate for any script: new lines, equal lines, stored takes, retries. */
let engine: Engine;
let owner: Owner;
beforeAll(async () => {
  const speech = scriptedSpeech({
    durationMs: ({ text }) => (text.includes('mumble') ? 2_000 : 300),
    credits_per_1000_characters: 100,
  });
  engine = await startEngine({ speech, settings: { concurrency: 2 } });
});
beforeEach(async () => {
  owner = await engine.owner(1_000_000);
});
afterAll(() => engine.close());

interface Graph {
  text: string;
  reuse_takes: boolean;
  max_retry: number;
  /** In syllables per second. Faster lines are rejected until their retries are used up. */
  fastest: number;
  voices: number;
}

function pipeline({ text, reuse_takes, max_retry, fastest, voices }: Graph) {
  const source = node('source_script', { text, source_language: 'en-us' });
  const check = node('validator_pacing', { max_retry, max_syllables_per_second: fastest });
  const sink = node('sink_preview');
  const generators = Array.from({ length: voices }, (_, index) =>
    node('operator_generator', { reuse_takes, pitch: index }),
  );
  return definitionOf(
    [source, ...generators, check, sink],
    [
      ...generators.flatMap((generator): [typeof source, string, typeof source][] => [
        [source, 'lines', generator],
        [generator, 'audio', check],
        [check, 'fail', generator],
      ]),
      [check, 'pass', sink],
    ],
  );
}

const words = fc.constantFrom('one', 'two', 'three', 'a much longer line of words', 'mumble');
const script = fc
  .array(fc.tuple(words, words), { minLength: 1, maxLength: 12 })
  .map((lines) => lines.map((line) => `${line.join(' ')}.`).join('\n'));

test('is never less than the minimum or more than the maximum', async () => {
  const graph = fc.record({
    text: script,
    reuse_takes: fc.boolean(),
    max_retry: fc.nat(2),
    fastest: fc.constantFrom(0.1, 7, 20),
    voices: fc.constantFrom(1, 1, 2),
  });
  const seen = { retries: 0, reused: 0 };
  await fc.assert(
    fc.asyncProperty(graph, async (shape) => {
      const definition = pipeline(shape);
      const request = { workspace_id: owner.workspace_id, account_id: owner.user_id, definition };
      const estimate = await estimateOf(engine.app, request);
      expect(estimate.min_credits).toBeLessThanOrEqual(estimate.expected_credits);
      expect(estimate.expected_credits).toBeLessThanOrEqual(estimate.max_credits);
      const id = await engine.start(owner, definition, { min_credits: estimate.min_credits });
      const run = await engine.until(id, ['completed', 'failed']);
      expect(run.status).toBe('completed');
      seen.retries += run.retries;
      seen.reused += run.reused_takes;
      expect(run.credits).toBeGreaterThanOrEqual(estimate.min_credits);
      expect(run.credits).toBeLessThanOrEqual(estimate.max_credits);
      expect(await auditRun(engine.app, id)).toEqual([]);
    }),
    { numRuns: 20, seed: 20_260_120 },
  );
  expect(Math.min(seen.retries, seen.reused)).toBeGreaterThan(0);
}, 300_000);

test('without checks equals the cost of the run: new, stored and repeated lines', async () => {
  const shape = { reuse_takes: true, max_retry: 0, fastest: 20, voices: 1 };
  const costOf = async (text: string) => {
    const definition = pipeline({ ...shape, text });
    const place = { workspace_id: owner.workspace_id, account_id: owner.user_id };
    const { min_credits, expected_credits, max_credits } = await estimateOf(engine.app, {
      ...place,
      definition,
    });
    const run = await engine.until(await engine.start(owner, definition), ['completed']);
    return { min: min_credits, expected: expected_credits, max: max_credits, cost: run.credits };
  };
  // A tenth of a credit per character, rounded up for each take: "First." and "Another." cost one credit
  // each.
  expect(await costOf('First.\nAnother.')).toEqual({ min: 2, expected: 2, max: 2, cost: 2 });
  expect(await costOf('First.\nAnother.')).toEqual({ min: 0, expected: 0, max: 2, cost: 0 });
  expect(await costOf('First.\nThe third.')).toEqual({ min: 1, expected: 1, max: 2, cost: 1 });
  const twice = await costOf('Said twice.\nSaid twice.');
  expect(twice).toMatchObject({ min: 2, expected: 4, max: 4 });
  expect([2, 4]).toContain(twice.cost);
});

test('expects no retries of stored takes', async () => {
  const shape = { reuse_takes: true, max_retry: 2, fastest: 20, voices: 1 };
  const all = Array.from({ length: 40 }, (_, index) => `Line number ${index} of forty.`);
  const place = { workspace_id: owner.workspace_id, account_id: owner.user_id };
  const first = pipeline({ ...shape, text: all.slice(1).join('\n') });
  await engine.until(await engine.start(owner, first), ['completed']);
  const definition = pipeline({ ...shape, text: all.join('\n') });
  const estimate = await estimateOf(engine.app, { ...place, definition });
  // A tenth of a credit for each of its 24 characters, rounded up, plus a tenth of that for retries.
  expect(estimate).toMatchObject({ new_takes: 1, reused_takes: 39, min_credits: 3, expected_credits: 3 });
});
