import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const runFile = promisify(execFile);

test('the demo ends by itself, with five languages unpacked and one changed line spoken again', {
  timeout: 300_000,
}, async () => {
  const home = await mkdtemp(join(tmpdir(), 'voiceloom-demo-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const program = fileURLToPath(new URL('../src/demo/main.ts', import.meta.url));
  const env = { PATH, NODE_COMPILE_CACHE, VOICELOOM_DEMO_DIR: join(home, 'demo') };
  const { stdout } = await runFile(process.execPath, [program], { env });
  for (const locale of ['en-us', 'de-de', 'fr-fr', 'es-es', 'ja-jp']) expect(stdout).toContain(locale);
  expect(stdout).toContain('124 takes reused, 1 synthesized');
  const report = await readFile(join(home, 'demo/output/2/report.html'), 'utf8');
  expect(report).toContain('Harbor lights');
});

test('the demo speaks and checks words with tiny local models, and names the command for a missing one', {
  timeout: 600_000,
}, async () => {
  const home = await mkdtemp(join(tmpdir(), 'voiceloom-demo-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const path = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
  const env = {
    PATH,
    NODE_COMPILE_CACHE,
    VOICELOOM_DEMO_DIR: join(home, 'demo'),
    MODELS_DIR: join(home, 'models'),
  };
  const node = (file: string, ...args: string[]) => runFile(process.execPath, [path(file), ...args], { env });
  await expect(node('cli-examples/src/demo/main.ts', '--voices', 'other-voice')).rejects.toThrow(
    /npm run models -- add other-voice/,
  );
  const { stdout } = await node('cli-examples/src/demo/main.ts', '--voices', 'tiny-voice');
  expect(stdout).toContain(
    'Voices: Tiny tones (tiny-voice), on this machine, in en-us, de-de, fr-fr, es-es.',
  );
  expect(stdout).toContain('a recognizer on this machine scored 100 of 100 lines');
  expect(stdout).toContain('99 takes reused, 1 synthesized');
});
