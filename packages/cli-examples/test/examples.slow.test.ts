import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findMp3Header } from '@voiceloom/audio';
import { sign } from '@voiceloom/sdk/webhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openaiCompatibleEmulator } from '../../server/test/support/speech-emulators/openai-compatible.ts';
import {
  type EmulatorServer,
  startSpeechEmulator,
} from '../../server/test/support/speech-emulators/server.ts';
import { openaiEmulator } from '../../server/test/support/translation-emulators/language-models.ts';
import {
  startTranslationEmulator,
  type TranslationServer,
} from '../../server/test/support/translation-emulators/server.ts';
import type { DemoServer } from '../src/demo/server.ts';
import { unzip } from '../src/files/unzip.ts';
import { hear, stage, startService } from './support/examples.ts';

const MINUTES = 60_000;
const EXAMPLES = new URL('../src/examples/', import.meta.url);

let home: string;
let server: DemoServer;
let speech: EmulatorServer;
let model: TranslationServer;
let play: ReturnType<typeof stage>;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'voiceloom-examples-'));
  speech = await startSpeechEmulator(openaiCompatibleEmulator);
  model = await startTranslationEmulator(openaiEmulator);
  server = await startService(home, [speech.host, model.host]);
  play = stage(server, home);
}, 3 * MINUTES);

afterAll(async () => {
  await server?.stop();
  await speech?.close();
  await model?.close();
  await rm(home, { recursive: true, force: true });
}, MINUTES);

/** Runs an example to its end. Returns its folder, its output and its cost. */
async function perform(name: string, env: NodeJS.ProcessEnv = {}, files: Record<string, string> = {}) {
  const folder = await play.folder();
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  const before = await play.balance();
  const { code, stdout, stderr } = await play.begin(name, folder, env).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return { folder, stdout, paid: before - (await play.balance()) };
}

/** The rate of the embedded engine: one credit per 100 characters, rounded up for each line. */
const priceOf = (lines: string[]) =>
  lines.reduce((sum, line) => sum + Math.ceil(([...line].length * 10) / 1_000), 0);

async function expectSpeech(path: string) {
  const heard = await hear(path);
  expect(heard.duration_ms, path).toBeGreaterThan(400);
  expect(heard.rms_dbfs, path).toBeGreaterThan(-35);
  return heard;
}

test('01: the first program of the README turns a text file into one MP3 per line, in ten lines of code', async () => {
  const example = await readFile(new URL('01-first-audio.ts', EXAMPLES), 'utf8');
  const program = example.replace(/^\/\/.*\n/gm, '');
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(`\`\`\`ts run\n${program}\`\`\``);
  expect(program.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(10);

  const lines = ['Somebody has left a lantern at the door.', 'It is still warm.'];
  const scopes = ['workflows:read', 'workflows:write', 'workflows:run'] as const;
  const { api_key: VOICELOOM_TOKEN } = await play.client.apiKeys.create({
    name: 'Story',
    scopes: [...scopes],
  });
  const files = { 'story.txt': lines.join('\n') };
  const { folder, paid, stdout } = await perform('01-first-audio.ts', { VOICELOOM_TOKEN }, files);
  expect(paid).toBe(priceOf(lines));
  expect(stdout).toContain(`completed ${paid} credits`);
  const names = (await readdir(join(folder, 'story'), { recursive: true })).filter((name) =>
    name.includes('.'),
  );
  expect(names).toHaveLength(2);
  for (const name of names) {
    expect(name).toMatch(/\.mp3$/);
    expect((await expectSpeech(join(folder, 'story', name))).format).toBe('mp3');
  }
});

test('02: a csv with five languages becomes audio in each, spoken by a voice of that language', async () => {
  const { folder, paid, stdout } = await perform('02-five-languages.ts');
  const { run, rows, cards } = await play.runOf('Ferry in five languages');
  expect(rows.map(({ line_id }) => line_id)).toEqual(['boarding', 'leaving', 'cars']);
  expect(run.credits).toBe(paid);
  expect(paid).toBe(priceOf(cards.flatMap(({ script, takes }) => takes.map(() => script))));
  const voices = await Promise.all(cards.map(({ voice }) => play.client.voices.get(voice.voice_id ?? '')));
  for (const [at, { locale_code, character_name, line_id }] of cards.entries()) {
    expect(voices[at]?.supported_languages).toContain(locale_code);
    await expectSpeech(join(folder, 'ferry', locale_code, character_name ?? '', `${line_id}.mp3`));
  }
  for (const locale of ['en-us', 'de-de', 'fr-fr', 'es-es', 'ja-jp']) expect(stdout).toContain(locale);
  expect(stdout).toContain('15 files in ferry');
});

test('03: a provider key makes its voices available, and its server speaks', async () => {
  const { api_key: SPEECH_KEY } = openaiCompatibleEmulator.credentials;
  const { folder, stdout } = await perform('03-own-provider-key.ts', { SPEECH_URL: speech.url, SPEECH_KEY });
  expect(stdout).toContain('The key is valid');
  const spoken = speech.requests
    .filter(openaiCompatibleEmulator.isSpeech)
    .map(({ body }) => JSON.parse(body));
  expect(spoken.map(({ input }) => input).sort()).toEqual(['Good evening.', 'The ferry leaves at noon.']);
  const { run, cards } = await play.runOf('Own key');
  for (const { audio, locale_code, line_id } of cards) {
    expect(audio.provider).toBe('openai_compatible');
    // The duration of the provider's speech is known to the millisecond.
    const heard = await hear(join(folder, 'own-key', locale_code, `${line_id}.wav`));
    expect(heard.duration_ms).toBe(audio.duration_ms);
    expect(heard.rms_dbfs).toBeGreaterThan(-35);
  }
  expect(run.status).toBe('completed');
});

test('04: a program that is killed resumes with the same run and misses no event', async () => {
  const folder = await play.folder();
  // Kills itself immediately after it reports the third event, so the speed of the machine does not matter.
  const dying = join(folder, 'dying.mjs');
  await writeFile(
    dying,
    `const { log } = console;
     let told = 0;
     console.log = (text) => { log(text); if ((told += text.startsWith('event')) === 3) process.kill(process.pid, 'SIGKILL'); };`,
  );
  const first = play.begin('04-resume-after-a-crash.ts', folder, { NODE_OPTIONS: `--import=${dying}` });
  expect(await first.ended).toMatchObject({ code: null });
  const second = await play.begin('04-resume-after-a-crash.ts', folder).ended;
  expect(second.stderr).toBe('');
  expect(second.stdout).toContain('Resuming where the previous process stopped.');
  expect(second.stdout).toContain('Run 1 is completed');
  expect(second.stdout).toContain('20 files.');
  const idsOf = (text: string) => [...text.matchAll(/event (\d+):/g)].map(([, id]) => Number(id));
  const [before, after] = [idsOf(first.said()), idsOf(second.stdout)];
  // The saved token is from the second event, because the program died while it reported the third.
  expect(before).toHaveLength(3);
  expect(after[0]).toBe(before[2]);
  expect(after).toEqual([...new Set(after)]);
  const { run, cards, workflow } = await play.runOf('Night crossing');
  expect((await play.client.runs.list(workflow.id).toArray({ limit: 10 })).length).toBe(1);
  expect(run.credits).toBe(priceOf(cards.map(({ script }) => script)));
});

test('04: a program that is killed while it saves its position resumes from the previous one', async () => {
  const folder = await play.folder();
  const dying = join(folder, 'dying.mjs');
  await writeFile(
    dying,
    `import fs from 'node:fs/promises';
     import { writeFileSync } from 'node:fs';
     import { syncBuiltinESMExports } from 'node:module';
     const { writeFile } = fs;
     let noted = 0;
     fs.writeFile = async (path, text) => {
       if ((noted += 1) < 3) return writeFile(path, text);
       writeFileSync(path, '');
       process.kill(process.pid, 'SIGKILL');
     };
     syncBuiltinESMExports();`,
  );
  const first = play.begin('04-resume-after-a-crash.ts', folder, { NODE_OPTIONS: `--import=${dying}` });
  expect(await first.ended).toMatchObject({ code: null });
  const second = await play.begin('04-resume-after-a-crash.ts', folder).ended;
  expect(second.stderr).toBe('');
  expect(second.stdout).toContain('Resuming where the previous process stopped.');
  expect(second.stdout).toContain('20 files.');
});

test('04: a program that is killed before it saved its run does not start another one', async () => {
  const folder = await play.folder();
  const { code, stdout } = await play.begin('04-resume-after-a-crash.ts', folder).ended;
  expect([code, stdout.includes('Started.')]).toEqual([0, true]);
  const { workflow } = await play.runOf('Night crossing');
  expect((await play.client.runs.list(workflow.id).toArray({ limit: 10 })).length).toBe(1);
});

test('05: a receiver rejects forged events, and fetches the audio of a run when its event arrives', async () => {
  const folder = await play.folder();
  const receiver = play.begin('05-webhooks.ts', folder);
  await receiver.says('Receiving at');
  const address = /Receiving at (\S+)/.exec(receiver.said())?.[1] ?? '';
  const event = { id: 'evt-1', type: 'run.completed', data: { workflow_id: 'w', run_id: 'forged' } };
  const forged = await sign(event, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  expect((await fetch(address, forged)).status).toBe(400);

  await perform('01-first-audio.ts', {}, { 'story.txt': 'The receiver hears of this.' });
  const { run } = await play.runOf('Story');
  await receiver.says(`Run ${run.id}: 1 files`);
  expect(receiver.said()).not.toContain('forged');
  await expectSpeech(join(folder, 'received', run.id, 'en-us', 'L00001.mp3'));
  receiver.child.kill('SIGTERM');
  expect(await receiver.ended).toMatchObject({ code: 0, stderr: '' });
  expect(await play.client.webhookEndpoints.list().toArray()).toEqual([]);
});

test('06: only the changed line of four is spoken and charged', async () => {
  const { folder, paid, stdout } = await perform('06-one-changed-line.ts');
  expect(stdout).toContain('First run: completed, credits: 4');
  expect(stdout).toContain('To speak: 1, kept: 3, credits: 1');
  expect(stdout).toContain('Second run: completed, credits: 1');
  expect(paid).toBe(5);
  const { cards } = await play.runOf('Harbor, scene 1');
  expect(cards.at(3)?.script).toBe('It is only the ferry, and it is late.');
  for (const { line_id } of cards) {
    const heard = await expectSpeech(join(folder, 'harbor', 'en-us', `${line_id}.wav`));
    expect(heard.sampleRate).toBe(48_000);
  }
});

test('07: every paragraph of a Word document meets the limits of ACX', async () => {
  const { folder, stdout } = await perform('07-audiobook-chapter.ts');
  const { cards } = await play.runOf('Chapter one');
  expect(cards[0]?.script).toMatch(/^Chapter One\. The light/);
  const names = await readdir(join(folder, 'chapter', 'Chapter one'));
  expect(names).toHaveLength(3);
  for (const name of names) {
    const heard = await expectSpeech(join(folder, 'chapter', 'Chapter one', name));
    const { bitrateKbps, sampleRate, mono } = findMp3Header(heard.bytes) ?? {};
    expect([bitrateKbps, sampleRate, mono]).toEqual([192, 44_100, true]);
    expect(heard.rms_dbfs).toBeGreaterThan(-23);
    expect(heard.rms_dbfs).toBeLessThan(-18);
    expect(heard.peak_dbfs).toBeLessThan(-3);
  }
  const floors = [...stdout.matchAll(/noise: pass .*noise_floor (-[\d.]+)/g)].map(([, floor]) =>
    Number(floor),
  );
  expect(floors).toHaveLength(3);
  for (const floor of floors) expect(floor).toBeLessThan(-60);
  expect(stdout).toContain('Nothing to do again.');
});

test('08: prompts are mu-law at 8 kHz under exactly the names in the script', async () => {
  const { folder, stdout } = await perform('08-phone-prompts.ts');
  const names = ['en-us', 'es-mx'].flatMap((locale) =>
    ['closed', 'main-menu', 'one-moment'].map((id) => `sounds/${locale}/${id}.wav`),
  );
  expect(stdout.trim().split('\n').sort()).toEqual(names.map((name) => `prompts/${name}`));
  for (const name of names) {
    const { bytes } = await expectSpeech(join(folder, 'prompts', name));
    // RIFF: format 7 is mu-law, then channels and sample rate.
    expect([bytes.readUInt16LE(20), bytes.readUInt16LE(22), bytes.readUInt32LE(24)]).toEqual([7, 1, 8_000]);
  }
});

test.each(['09-rest-with-fetch.ts', '09-rest-with-curl.sh'])(
  '%s turns a definition into the ZIP without an SDK',
  async (name) => {
    const { folder } = await perform(name);
    const files = await unzip(join(folder, 'first-workflow.zip'), join(folder, 'unpacked'));
    const audio = files.filter((file) => file.endsWith('.mp3'));
    expect(audio).toHaveLength(3);
    for (const file of audio) await expectSpeech(join(folder, 'unpacked', file));
    expect(files).toContain('report.html');
  },
);

test('10: a generated client works with the service', async () => {
  const { folder, paid } = await perform('10-generated-client.ts');
  const files = await unzip(join(folder, 'generated-client.zip'), join(folder, 'unpacked'));
  const [audio = ''] = files.filter((file) => file.endsWith('.mp3'));
  await expectSpeech(join(folder, 'unpacked', audio));
  expect(paid).toBe(1);
});

test('11: lines are translated by a model, including a fixed term, and spoken in three languages', async () => {
  const { api_key: MODEL_KEY } = openaiEmulator.credentials;
  const { folder, stdout } = await perform('11-translation.ts', { MODEL_URL: model.url, MODEL_KEY });
  expect(stdout).toContain('en-us (script): The storm is over.');
  expect(stdout).toContain('de-de (provider): Der Sturm ist vorbei.');
  expect(stdout).toContain('fr-fr (provider): Le bateau part à midi et personne');
  const { cards } = await play.runOf('Announcements');
  expect(cards.filter(({ locale_code }) => locale_code === 'de-de').map(({ script }) => script)[1]).toContain(
    'Dampfer',
  );
  for (const { line_id, locale_code } of cards)
    await expectSpeech(join(folder, 'announcements', locale_code, `${line_id}.mp3`));
  expect(cards).toHaveLength(6);
});

test('12: takes that are spoken and charged once are delivered twice, each with its own mastering', async () => {
  const { folder, paid, stdout } = await perform('12-workflow-builder.ts');
  expect(stdout).toContain('Not too fast: 2 passed');
  const { run } = await play.runOf('Evening news');
  expect(paid).toBe(run.credits);
  expect(paid).toBeLessThanOrEqual(4);
  for (const id of ['L00001', 'L00002']) {
    expect((await expectSpeech(join(folder, 'news/game', `${id}.wav`))).sampleRate).toBe(48_000);
    expect((await expectSpeech(join(folder, 'news/podcast', `${id}.mp3`))).sampleRate).toBe(44_100);
  }
});

test('13: your own tests run without a service', async () => {
  const { start } = await import('./support/examples.ts');
  const example = fileURLToPath(new URL('13-your-tests.ts', EXAMPLES));
  const { code, stdout } = await start([process.execPath, '--test', example], await play.folder(), {}).ended;
  expect(stdout).toMatch(/pass 3\n/);
  expect(stdout).toMatch(/fail 0\n/);
  expect(code).toBe(0);
});

test('every example explains what it shows and how to run it, is listed, and is tested here', async () => {
  const tests = await readFile(fileURLToPath(import.meta.url), 'utf8');
  const list = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const names = (await readdir(EXAMPLES)).filter((name) => /^\d\d-/.test(name));
  expect(names.length).toBeGreaterThanOrEqual(14);
  for (const name of names) {
    const path = new URL(name, EXAMPLES);
    expect((await stat(path)).isFile()).toBe(true);
    const text = await readFile(path, 'utf8');
    expect(text.split('\n').length, name).toBeLessThanOrEqual(60);
    expect(text, name).toMatch(/^(?:#!.*\n)?[/#]+ \S[\s\S]*?\n[/#]+ {3}\S.*[\w-]+\.(?:ts|sh)/);
    expect(list).toContain(`(src/examples/${name})`);
    expect(tests).toContain(`'${name}'`);
  }
});
