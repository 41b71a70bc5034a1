import { buffer } from 'node:stream/consumers';
import { decode, measureTruePeak } from '@voiceloom/audio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { definitionOf, node } from '../support/definitions.ts';
import { type Engine, startEngine } from '../support/engine.ts';

const TEXT = [
  'The harbor is quiet tonight.',
  'Who left the lamp burning?',
  'Please stop. Back to the boats!',
].join('\n');

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.close());

/** The result of a run that masters to `ceiling` and delivers `format`. */
async function delivered(format: string, ceiling: number) {
  const [source, generator] = [
    node('source_script', { text: TEXT, source_language: 'en-us' }),
    node('operator_generator'),
  ];
  const mastering = node('operator_mastering', { true_peak_dbtp: ceiling, loudness_lufs: -12 });
  const sink = node('sink_preview', { format });
  const definition = definitionOf(
    [source, generator, mastering, sink],
    [
      [source, 'lines', generator],
      [generator, 'audio', mastering],
      [mastering, 'audio', sink],
    ],
  );
  const owner = await engine.owner();
  const run = await engine.until(await engine.start(owner, definition), ['completed', 'failed']);
  expect(run.status).toBe('completed');
  return engine.app.db
    .selectFrom('run_line')
    .innerJoin('audio', (join) => join.onRef('audio.id', '=', 'run_line.audio_id'))
    .select(['audio.object_key', 'audio.format', 'audio.facts'])
    .where('run_line.run_id', '=', run.id)
    .where('audio.workspace_id', '=', owner.workspace_id)
    .execute();
}

test.each([
  ['opus', -1],
  ['mp3', -1],
  ['ogg', -3],
  ['mulaw', -3],
  ['flac', -1],
] as const)('an output in %s keeps the ceiling of %i dBTP of the mastering', async (format, ceiling) => {
  const files = await delivered(format, ceiling);
  expect(files).toHaveLength(3);
  for (const { object_key, facts, ...file } of files) {
    expect(file.format).toBe(format);
    const { pcm } = await decode(await buffer((await engine.app.storage.get(object_key)).stream));
    const peak = measureTruePeak(pcm) ?? 0;
    const kept = peak <= ceiling + 0.06;
    expect(kept || facts.reason?.includes('raises the peaks'), `${peak} ${facts.reason}`).toBe(true);
    expect(facts.true_peak_dbtp).toBeCloseTo(peak, 1);
  }
  expect(files.some(({ facts }) => !facts.reason?.includes('raises the peaks'))).toBe(true);
});
