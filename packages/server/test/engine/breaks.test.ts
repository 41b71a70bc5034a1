import { afterAll, beforeAll, expect, test } from 'vitest';
import { definitionOf, node } from '../support/definitions.ts';
import { type Engine, startEngine } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.close());

test('the breaks of a line pass the check of silence and stay through mastering, at both ends too', async () => {
  const text = '<break time="2s"/>The harbor is quiet.<break time="5s"/>Who is there?<break time="3s"/>';
  const [source, generator] = [
    node('source_script', { text, source_language: 'en-us' }),
    node('operator_generator'),
  ];
  const check = node('validator_noise');
  const mastering = node('operator_mastering');
  const sink = node('sink_preview');
  const definition = definitionOf(
    [source, generator, check, mastering, sink],
    [
      [source, 'lines', generator],
      [generator, 'audio', check],
      [check, 'pass', mastering],
      [mastering, 'audio', sink],
    ],
  );
  const owner = await engine.owner();
  const run = await engine.until(await engine.start(owner, definition), ['completed', 'failed']);
  expect([run.status, run.lines_failed]).toEqual(['completed', 0]);
  const { facts, kind } = await engine.app.db
    .selectFrom('run_line')
    .innerJoin('audio', (join) => join.onRef('audio.id', '=', 'run_line.audio_id'))
    .select(['audio.facts', 'audio.kind'])
    .where('run_line.run_id', '=', run.id)
    .where('audio.workspace_id', '=', owner.workspace_id)
    .executeTakeFirstOrThrow();
  expect(kind).toBe('master');
  const { lead_silence_ms, tail_silence_ms, longest_inner_silence_ms } = facts.metrics;
  // Mastering keeps a margin around the speech and adds its padding.
  expect(lead_silence_ms).toBeGreaterThan(1_980);
  expect(lead_silence_ms).toBeLessThan(2_250);
  expect(tail_silence_ms).toBeGreaterThan(2_950);
  expect(tail_silence_ms).toBeLessThan(3_350);
  expect(Math.abs(longest_inner_silence_ms - 5_000)).toBeLessThan(60);
  const [first, last] = [facts.words?.at(0), facts.words?.at(-1)];
  expect(first?.start_ms).toBeGreaterThan(1_950);
  expect(last?.start_ms).toBeGreaterThan(8_000);
});
