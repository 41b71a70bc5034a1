import { join } from 'node:path';
import { readDescription } from '../../src/providers/local/models/description.ts';
import {
  installFromFolder,
  listInstalledModels,
  ModelDescription,
  removeModel,
} from '../../src/providers/local/models/index.ts';

/** Installs a tiny model from the folder that it was written to, perhaps under another name. It is not tried. */
export async function installTinyModel(
  source: string,
  modelsDir: string,
  { name }: { name?: string } = {},
): Promise<void> {
  const description = ModelDescription.parse({ ...(await readDescription(source)), ...(name && { name }) });
  const signal = AbortSignal.timeout(60_000);
  await installFromFolder(source, description, { modelsDir, engine: undefined, signal, now: new Date() });
}

export async function removeTinyModel(modelsDir: string, name: string): Promise<void> {
  const model = (await listInstalledModels(modelsDir)).find((one) => one.name === name);
  if (model) await removeModel(modelsDir, model);
}

export const tinyVoice = (root: string): string => join(root, 'tiny-voice');
export const tinyEars = (root: string): string => join(root, 'tiny-ears');
