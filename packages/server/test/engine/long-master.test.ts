import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import type { MasterSettings } from '@voiceloom/audio';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { definitionOf, node } from '../support/definitions.ts';
import { type Engine, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ speech: scriptedSpeech({ durationMs: () => 150_000 }) });
});
afterAll(() => engine.close());

const listFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('voiceloom-master-'));

test('a long line is mastered on disk, with the bytes that a master in memory has, and leaves no files', async () => {
  const foldersBefore = listFolders();
  const inMemory = vi.spyOn(engine.app.audio, 'master');
  const [source, generator] = [
    node('source_script', { text: 'A very long line.', source_language: 'en-us' }),
    node('operator_generator'),
  ];
  const [mastering, sink] = [node('operator_mastering'), node('sink_preview')];
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
  expect([run.status, run.lines_failed]).toEqual(['completed', 0]);
  expect(inMemory).not.toHaveBeenCalled();
  const rows = await engine.app.db
    .selectFrom('audio')
    .select(['kind', 'object_key', 'settings', 'size_bytes', 'facts'])
    .where('run_id', '=', run.id)
    .where('workspace_id', '=', owner.workspace_id)
    .execute();
  const [take, master] = ['take', 'master'].map((kind) => rows.find((row) => row.kind === kind));
  if (!take || !master) throw new Error('no take or no master');
  expect(take.size_bytes).toBeGreaterThan(4 * 1_048_576);
  const read = async (key: string) => buffer((await engine.app.storage.get(key)).stream);
  const settings = master.settings as unknown as MasterSettings;
  const expected = await engine.app.audio.master(await read(take.object_key), settings);
  expect(Buffer.compare(await read(master.object_key), expected.bytes)).toBe(0);
  expect(master.facts).toMatchObject({ lufs: expected.lufs, metrics: expected.metrics });
  // Another test may master a long line at the same time.
  await expect.poll(() => listFolders().filter((name) => !foldersBefore.includes(name))).toEqual([]);
}, 60_000);
