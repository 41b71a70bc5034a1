import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A voice of tones, which is built here instead of downloaded, with a recognizer that hears it. */
export const TINY_VOICE = 'tiny-voice';
const TINY_EARS = 'tiny-ears';

const BUILD = fileURLToPath(new URL('../../../speech-local/scripts/write-tiny-models.ts', import.meta.url));
const MODELS = fileURLToPath(new URL('../../../server/src/bin/models.ts', import.meta.url));

/** Builds and installs the tiny models, which takes a few seconds, unless they are in the folder. */
export async function installTinyModels(modelsDir: string, signal: AbortSignal): Promise<void> {
  const run = async (...args: string[]): Promise<void> => {
    const env = { ...process.env, MODELS_DIR: modelsDir, DATA_DIR: modelsDir };
    await promisify(execFile)(process.execPath, args, { env, signal });
  };
  const source = join(modelsDir, '.tiny');
  for (const name of [TINY_VOICE, TINY_EARS]) {
    if (existsSync(join(modelsDir, name))) continue;
    await run(BUILD, source);
    await run(MODELS, 'add', name, '--from', join(source, name));
  }
}
