import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTinyModels } from '@voiceloom/speech-local/tiny-models';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runModels } from '../../../src/programs/models/run-models.ts';

let root: string;
let models_dir: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'run-models-'));
  await writeTinyModels(root);
});
afterAll(() => rm(root, { recursive: true }));
beforeEach(async () => {
  models_dir = await mkdtemp(join(root, 'models-'));
});

async function run(...argv: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runModels(argv, {
    config: { models_dir, local_speech_threads: 1 },
    signal: AbortSignal.timeout(110_000),
    write: (text) => void out.push(text),
    writeError: (text) => void err.push(text),
    isTerminal: false,
    ask: () => Promise.reject(new Error('nobody is there')),
  });
  return { code, out: out.join(''), err: err.join('') };
}

describe('the command models', () => {
  test('installs a folder, lists it with its speed, verifies it and removes it', async () => {
    const added = await run('add', 'tiny-voice', '--from', join(root, 'tiny-voice'));
    expect(added).toMatchObject({ code: 0, err: '' });
    expect(added.out).toMatch(/Installed tiny-voice, [\d.]+ times as fast as speech/);
    expect((await run('list')).out).toMatch(
      /tiny-voice\n {4}Tiny tones: 2 voices in en-us, .* times as fast/,
    );
    expect(await run('verify')).toMatchObject({ code: 0, out: 'tiny-voice: unchanged\n' });
    await writeFile(join(models_dir, 'tiny-voice', 'tokens.txt'), 'changed');
    expect(await run('verify', 'tiny-voice')).toMatchObject({ code: 1 });
    expect(await run('remove', 'tiny-voice')).toMatchObject({ code: 0 });
    expect(await run('remove', 'tiny-voice')).toMatchObject({ code: 1 });
  });

  test('asks before it downloads, and requires that terms are accepted', async () => {
    const piper = await run('add', 'vits-piper-en_US-lessac-medium', '--yes');
    expect(piper).toMatchObject({ code: 1 });
    expect(piper.err).toMatch(/no commercial use\. To accept its license .*--accept-license/);
    expect((await run('add', 'kokoro-en-v0_19')).err).toMatch(/Add --yes/);
  });

  test('asks for the terms of a folder, and says that it replaces a model', async () => {
    const restricted = join(root, 'restricted');
    await writeTinyModels(restricted);
    const file = join(restricted, 'tiny-voice', 'voiceloom-model.json');
    const description = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...description, terms: 'No commercial use.' }));
    const from = ['add', 'tiny-voice', '--from', join(restricted, 'tiny-voice')];
    const refused = await run(...from, '--yes');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toMatch(/No commercial use\. To accept .*--accept-license/);
    expect(await run(...from, '--accept-license')).toMatchObject({ code: 0, err: '' });
    const again = await run(...from, '--accept-license');
    expect(again).toMatchObject({ code: 0, err: expect.stringMatching(/replaces the installed model/) });
  });

  test('describes a folder by its options', async () => {
    const bare = join(root, 'bare');
    await writeTinyModels(bare);
    await rm(join(bare, 'tiny-voice', 'voiceloom-model.json'));
    const from = ['add', 'mine', '--from', join(bare, 'tiny-voice')];
    expect((await run(...from)).err).toMatch(/Add --family and --languages/);
    expect((await run(...from, '--family', 'vits', '--languages', 'en-US,de-DE')).code).toBe(0);
    const { installed } = JSON.parse((await run('list', '--json')).out);
    expect(installed).toMatchObject([{ name: 'mine', family: 'vits', languages: ['en-us', 'de-de'] }]);
  });

  test('refuses a wrong command line with exit code 2', async () => {
    for (const argv of [['add'], ['install', 'x'], ['list', '--colour'], ['verify', 'a', 'b']])
      expect((await run(...argv)).code, argv.join(' ')).toBe(2);
    expect(await run('add', 'no-such-model')).toMatchObject({ code: 1 });
    expect((await run('--help')).out).toMatch(/^Usage/);
  });
});
