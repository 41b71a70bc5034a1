import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalSpeechError } from './errors.ts';
import type { ModelFolder } from './protocol.ts';

/** The file that describes an installed model. */
const DESCRIPTION_FILE = 'voiceloom-model.json';

/** Throws if the folder has another version of the model than the request asks for. */
export function requireSameFiles({ folder, digest }: Pick<ModelFolder, 'folder' | 'digest'>): void {
  if (digest === undefined) return;
  let installed: unknown;
  try {
    installed = JSON.parse(readFileSync(join(folder, DESCRIPTION_FILE), 'utf8')).installation?.digest;
  } catch {
    throw new LocalSpeechError('INVALID_MODEL', 'The model is not installed.');
  }
  if (installed !== digest)
    throw new LocalSpeechError('INVALID_MODEL', 'Another version of the model is installed now.');
}

/** The files of a model folder. A wrong path would end the whole process, so each one is checked before it is used. */
export type ModelFiles = ReturnType<typeof openModelFiles>;

export function openModelFiles(folder: string) {
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch {
    throw new LocalSpeechError('INVALID_MODEL', 'The folder of the model cannot be read.');
  }

  /** The first file whose name matches. Of two precisions, the smaller and faster one comes first. */
  function find(pattern: RegExp): string | undefined {
    const matches = names.filter((name) => pattern.test(name));
    const name = matches.find((match) => /int8/.test(match)) ?? matches[0];
    return name === undefined ? undefined : join(folder, name);
  }

  return {
    find,
    /** All files whose names match, separated by commas, as the library expects lists. */
    list(pattern: RegExp): string {
      const matches = names.filter((name) => pattern.test(name));
      return matches.map((name) => join(folder, name)).join(',');
    },
    get(pattern: RegExp, what: string): string {
      const file = find(pattern);
      if (file === undefined) throw new LocalSpeechError('INVALID_MODEL', `The model has no ${what}.`);
      return file;
    },
    /** The recordings of speakers to imitate, in the order of their names. */
    listRecordings(): string[] {
      return names.filter((name) => name.endsWith('.wav')).map((name) => join(folder, name));
    },
    /** The path of a folder inside the model. Empty if the folder does not exist. */
    folder(name: string): string {
      const path = join(folder, name);
      return existsSync(path) ? path : '';
    },
  };
}
