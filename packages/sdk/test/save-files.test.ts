import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { workflow } from '../src/contract.ts';
import { ConflictError, InputError, ResponseError, Voiceloom } from '../src/index.ts';
import { saveFiles, saveTo } from '../src/node.ts';
import { createTestServer } from '../src/testing/index.ts';
import { data, failure, scripted } from './support/scripted-server.ts';

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

test('the audio of a run is saved under the paths that the service returns, and the result names them', async () => {
  const { client, run, nodeId } = await started('auto');
  await run.wait();
  for (const options of [{}, { nodeId }]) {
    const place = await folder();
    const paths = await saveFiles(client, run, place, options);
    expect(paths).toHaveLength(6);
    const found = await readdir(place, { recursive: true, withFileTypes: true });
    expect(found.filter((entry) => entry.isFile())).toHaveLength(6);
    for (const path of paths) {
      expect(path.startsWith(place)).toBe(true);
      expect((await readFile(path)).subarray(0, 4).toString()).toBe('RIFF');
    }
  }
});

test('a run that is not completed has nothing to save', async () => {
  const { client, run } = await started('manual');
  const place = await folder();
  await expect(saveFiles(client, run, place)).rejects.toThrow(ConflictError);
  expect(await readdir(place)).toEqual([]);
});

test.each(['../stranger.wav', '/tmp/stranger.wav', 'a/../../stranger.wav', '.', ''])(
  'a path outside of the folder is rejected before anything is saved: %j',
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

/** The result of saving a run with this list of files. */
async function savingListed(list: (storage: string) => string, place: string) {
  const storage = await scripted((res, { url }) => res.end(url === '/list' ? list(storage.url) : 'audio'));
  const api = await scripted(data({ url: `${storage.url}/list`, filename: 'list.jsonl' }));
  return saveFiles(api.client(), { id: 'r1', workflow_id: 'w1' }, place);
}

test.each(['<html>', '{"file":"a.wav"}', '{"url":"http://a"}', 'null'])(
  'a list of files that the service would not send is a response error: %s',
  async (list) => {
    const place = await folder();
    await expect(savingListed(() => list, place)).rejects.toBeInstanceOf(ResponseError);
    expect(await readdir(place)).toEqual([]);
  },
);

test('the root of the disk works like any other folder', async () => {
  const place = await folder();
  const { root } = parse(place);
  const file = relative(root, join(place, 'a.wav'));
  const list = (url: string) => JSON.stringify({ file, url: `${url}/a` });
  expect(await savingListed(list, root)).toEqual([join(place, 'a.wav')]);
  expect(await readFile(join(place, 'a.wav'), 'utf8')).toBe('audio');
});

test('a file that differs from the list is damaged, even if its storage names no digest', async () => {
  const place = await folder();
  const sha256 = createHash('sha256').update('audio').digest('hex');
  const list = (file: string, digest: string) => (url: string) =>
    JSON.stringify({ file, url: `${url}/a`, sha256: digest });
  expect(await savingListed(list('a.wav', sha256), place)).toEqual([join(place, 'a.wav')]);
  await expect(savingListed(list('b.wav', sha256.replace(/^./, 'x')), place)).rejects.toThrow(
    /b\.wav is damaged/,
  );
  expect(await readdir(place)).toEqual(['a.wav']);
});

/** A service where run r1 has failed. */
async function failedRun(status = 'failed') {
  const reason = { code: 'provider_refused', message: 'The voice is gone.', node_id: null, details: [] };
  const error_details = status === 'failed' ? reason : null;
  const run = { id: 'r1', workflow_id: 'w1', status, error: error_details?.message ?? null, error_details };
  return scripted((res, seen) =>
    (seen.url.endsWith('/r1/status') ? data(run) : failure(409, 'CONFLICT'))(res, seen),
  );
}

test('saving the files of a failed run reports why it failed', async () => {
  const { client } = await failedRun();
  const ids = { id: 'r1', workflow_id: 'w1' };
  const place = await folder();
  const asked = [
    () => saveFiles(client(), ids, place),
    () => saveFiles(client(), ids, place, { nodeId: 'n' }),
    () => client().runs.handle('w1', 'r1').download(),
  ];
  for (const ask of asked) {
    const error = await ask().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({
      message: 'The run is failed: provider_refused, The voice is gone.',
      code: 'CONFLICT',
      status: 409,
      requestId: '01HZX',
      cause: { message: 'It is CONFLICT.' },
    });
    expect((error as ConflictError).operation).toMatch(/^runs\.download/);
  }
  expect(await readdir(place)).toEqual([]);
});

test('a run in progress has no reason, and keeps the message of the service', async () => {
  const { client } = await failedRun('running');
  const saving = saveFiles(client(), { id: 'r1', workflow_id: 'w1' }, await folder());
  await expect(saving).rejects.toThrow('It is CONFLICT.');
});

const zip = async (filename: string) => {
  const { client, url } = await scripted((res) => res.end('zip'));
  return client().download({ url, filename });
};

test('a download is saved to a folder under the name that the service returns', async () => {
  const place = await folder();
  expect(await saveTo(await zip('run.zip'), place)).toBe(join(place, 'run.zip'));
  expect(await saveTo(await zip('run.zip'), `${join(place, 'new')}/`)).toBe(join(place, 'new', 'run.zip'));
  expect(await saveTo(await zip('run.zip'), join(place, 'other.zip'))).toBe(join(place, 'other.zip'));
  expect(await readFile(join(place, 'new/run.zip'), 'utf8')).toBe('zip');
});

test.each([
  ['../../stranger.zip', 'stranger.zip'],
  ['/etc/passwd', 'passwd'],
  ['..\\..\\stranger.zip', 'stranger.zip'],
  ['..', 'download'],
  ['.hidden', 'hidden'],
  ['', 'download'],
  ['a\u0000b:c.zip', 'a_b_c.zip'],
  ['größe 日本.zip', 'größe 日本.zip'],
  ['CON.zip', '_CON.zip'],
  ['com1', '_com1'],
  ['console.zip', 'console.zip'],
  // 244 bytes. Most file systems allow 255.
  [`${'日'.repeat(80)}.zip`, `${'日'.repeat(80)}.zip`],
])('the name %j from the service stays in the folder, as %j', async (filename, name) => {
  const place = await folder();
  expect(await saveTo(await zip(filename), join(place, 'inside/'))).toBe(join(place, 'inside', name));
  expect(await readdir(place)).toEqual(['inside']);
  expect(await readdir(join(place, 'inside'))).toEqual([name]);
});

test('what cannot be saved is rejected with a readable error', async () => {
  const wrong = saveTo as (...args: unknown[]) => Promise<unknown>;
  await expect(wrong(undefined, 'a.zip')).rejects.toBeInstanceOf(InputError);
  await expect(wrong({ url: 'http://a' }, 'a.zip')).rejects.toThrow(/requires a download/);
  await expect(wrong(await zip('a.zip'), '')).rejects.toThrow(/requires the path/);
  const { client } = await failedRun();
  const saving = saveFiles as (...args: unknown[]) => Promise<unknown>;
  await expect(saving(client(), undefined, 'a')).rejects.toThrow(/a run and the path/);
  await expect(saving(client(), { id: 'r', workflow_id: 'w' })).rejects.toThrow(/path of a folder/);
});
