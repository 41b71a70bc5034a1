import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeTinyModels } from '../src/tiny/tiny-models.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function write(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tiny-models-'));
  folders.push(folder);
  await writeTinyModels(folder);
  return folder;
}

test('the tiny models are small, and the same bytes each time', async () => {
  const [one, other] = [await write(), await write()];
  for (const [name, limit] of [
    ['tiny-voice', 400_000],
    ['tiny-ears', 20_000],
  ] as const) {
    const file = join(one, name, 'model.onnx');
    expect((await stat(file)).size).toBeLessThan(limit);
    expect(await readFile(file)).toEqual(await readFile(join(other, name, 'model.onnx')));
  }
});

test('the tiny models describe themselves', async () => {
  const folder = await write();
  const read = async (name: string) =>
    JSON.parse(await readFile(join(folder, name, 'voiceloom-model.json'), 'utf8'));
  expect(await read('tiny-voice')).toMatchObject({ kind: 'speech', family: 'vits' });
  expect(await read('tiny-ears')).toMatchObject({ kind: 'recognition', family: 'nemo_ctc' });
});
