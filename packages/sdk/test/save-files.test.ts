import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConflictError, ResponseError, Voiceloom } from '../src/index.ts';
import { saveFiles } from '../src/node.ts';
import { createTestServer } from '../src/testing/index.ts';
import { workflow } from '../src/workflow/index.ts';
import { data, scripted } from './support/scripted-server.ts';

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'voiceloom-sdk-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

/** A started run of six lines with one output. */
async function started(clock: 'auto' | 'manual') {
  const client = new Voiceloom(createTestServer({ clock }).clientOptions);
  const flow = workflow();
  const text = Array.from({ length: 6 }, (_, at) => `Line ${at}.`).join('\n');
  const script = flow.source_script({ text, source_language: 'en-us' });
  const sink = flow.sink_preview();
  script.lines.to(flow.operator_generator().lines).audio.to(sink.audio);
  const { id } = await client.workflows.create({ name: 'Harbor', definition: flow.build() });
  return { client, run: await client.runs.start(id), nodeId: sink.id };
}

test('the audio of a run is saved under the paths that the service gives, and these are answered', async () => {
  const { client, run, nodeId } = await started('auto');
  await run.wait();
  for (const options of [{}, { nodeId }]) {
    const place = await folder();
    const paths = await saveFiles(client, run, place, options);
    expect(paths).toHaveLength(6);
    const found = await readdir(place, { recursive: true, withFileTypes: true });
    expect(found.filter((entry) => entry.isFile())).toHaveLength(6);
    for (const path of paths)
      expect((await readFile(join(place, path))).subarray(0, 4).toString()).toBe('RIFF');
  }
});

test('a run that is not completed has nothing to save', async () => {
  const { client, run } = await started('manual');
  const place = await folder();
  await expect(saveFiles(client, run, place)).rejects.toThrow(ConflictError);
  expect(await readdir(place)).toEqual([]);
});

test.each(['../stranger.wav', '/tmp/stranger.wav', 'a/../../stranger.wav', '.', ''])(
  'a path that leads out of the folder is refused before anything is saved: %j',
  async (stranger) => {
    const list = [{ file: 'en-us/a.wav' }, { file: stranger }].map((entry) => ({
      ...entry,
      url: 'http://127.0.0.1:1/never-asked',
    }));
    const storage = await scripted((res) => res.end(list.map((entry) => JSON.stringify(entry)).join('\n')));
    const api = await scripted(data({ url: `${storage.url}/list`, filename: 'list.jsonl' }));
    const place = await folder();
    const saving = saveFiles(api.client(), { id: 'r1', workflow_id: 'w1' }, join(place, 'inside'));
    await expect(saving).rejects.toThrow(ResponseError);
    expect(await readdir(place)).toEqual([]);
  },
);
