import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { LocalEngine } from '../local-engine.ts';
import {
  DESCRIPTION_FILE,
  type InstalledModel,
  isMissing,
  listInstalledModels,
  ModelDescription,
  readDescription,
} from './description.ts';
import { digestFile, digestFolder } from './digest.ts';
import { download, noteFileOf } from './download.ts';
import { withLock } from './lock.ts';
import { explainFullDisk, ModelError } from './model-error.ts';
import { measureSpeed } from './speed.ts';
import { type UnpackOptions, unpack } from './unpack.ts';

/** The part of a registry entry that the installation reads. */
export type DownloadedModel = ModelDescription & {
  url: string;
  sha256?: string | undefined;
  extra_files: readonly { url: string; name: string; sha256?: string | undefined }[];
};

export interface InstallOptions extends UnpackOptions {
  modelsDir: string;
  /** Loads the model and lets it speak or hear. Undefined: the model is not tried, and its speed stays unknown. */
  engine: LocalEngine | undefined;
  now: Date;
  onProgress?(done: number, total: number | undefined): void;
  pause_ms?: number;
  /** Called with the description of a model from a folder before it is copied. Throws if it must not be installed. */
  confirm?(model: ModelDescription): Promise<void>;
}

/** Where unfinished downloads and the digests of first downloads are. No model can have such a name. */
const DOWNLOADS = '.downloads';
const DIGESTS = '.digests.json';

/** Downloads, checks and unpacks a model, and tries it once. An installed model of the same name is replaced. */
export function installFromUrl(model: DownloadedModel, options: InstallOptions): Promise<InstalledModel> {
  return withLock(options.modelsDir, () => downloadAndInstall(model, options));
}

async function downloadAndInstall(model: DownloadedModel, options: InstallOptions): Promise<InstalledModel> {
  const { modelsDir } = options;
  const { url, sha256, extra_files, ...description } = model;
  const archiveName = basename(new URL(url).pathname);
  const archive = await downloadChecked({ name: model.name, fileName: archiveName, url, sha256 }, options);
  const extras: CheckedDownload[] = [];
  for (const extra of extra_files)
    extras.push(await downloadChecked({ ...extra, fileName: extra.name }, options));
  const downloads = [archive, ...extras];
  const folder = await createWorkFolder(modelsDir, model.name);
  try {
    await unpack(archive.file, folder, options);
    for (const { file } of extras) await cp(file, join(folder, basename(file)));
    const installed = await finish(folder, { description, archive_sha256: archive.digest }, options);
    // Only now: the digest of a damaged download would refuse every good one.
    await recordDigests(modelsDir, downloads);
    for (const { file } of downloads) await removeDownload(file);
    return installed;
  } catch (error) {
    // The next attempt must not use a damaged file.
    if (error instanceof ModelError && !error.isFullDisk)
      for (const { file } of downloads) await removeDownload(file);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies a model from a folder. `description` describes it if the folder itself does not. */
export function installFromFolder(
  source: string,
  description: ModelDescription | undefined,
  options: InstallOptions,
): Promise<InstalledModel> {
  return withLock(options.modelsDir, () => copyAndInstall(source, description, options));
}

async function copyAndInstall(
  source: string,
  description: ModelDescription | undefined,
  options: InstallOptions,
): Promise<InstalledModel> {
  const ownDescription = await readDescription(source).catch((error: unknown) => {
    throw new ModelError(`${join(source, DESCRIPTION_FILE)} is not a description of a model.`, {
      cause: error,
    });
  });
  const chosen = description ?? ownDescription;
  if (!chosen)
    throw new ModelError(
      `${source} has no ${DESCRIPTION_FILE}. Add --family and --languages to describe it.`,
    );
  // Links in the source are an error here: the model must not change with something outside of its folder.
  await digestFolder(source).catch((error: unknown) => {
    if (isMissing(error)) throw new ModelError(`There is no folder ${source}.`, { cause: error });
    throw error;
  });
  await options.confirm?.(chosen);
  const folder = await createWorkFolder(options.modelsDir, chosen.name);
  try {
    await cp(source, folder, { recursive: true });
    return await finish(folder, { description: chosen, archive_sha256: null }, options);
  } catch (error) {
    throw explainFullDisk(error, options.modelsDir);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A folder beside the models, so that a model appears at once or not at all. */
async function createWorkFolder(modelsDir: string, name: string): Promise<string> {
  await mkdir(modelsDir, { recursive: true });
  const folder = await mkdtemp(join(modelsDir, `.new-${name}-`));
  // The service may run as another user than the command.
  await chmod(folder, 0o755);
  return folder;
}

interface CheckedDownload {
  url: string;
  file: string;
  digest: string;
}

/** Downloads a file and compares its digest with the published one, or with that of the first download. */
async function downloadChecked(
  source: { name: string; fileName: string; url: string; sha256?: string | undefined },
  { modelsDir, signal, onProgress, pause_ms }: InstallOptions,
): Promise<CheckedDownload> {
  const { name, fileName, url, sha256 } = source;
  const file = join(modelsDir, DOWNLOADS, fileName);
  const request: Parameters<typeof download>[0] = { url, file, signal };
  if (onProgress) request.onProgress = onProgress;
  if (pause_ms !== undefined) request.pause_ms = pause_ms;
  await download(request);
  const digest = await digestFile(file);
  const digests = await readDigests(modelsDir);
  const expected = sha256 ?? digests[url];
  if (expected !== undefined && digest !== expected) {
    // The next attempt must not continue a wrong file.
    await removeDownload(file);
    const origin = sha256 === undefined ? 'the first download' : 'the published digest';
    throw new ModelError(
      `The download of ${name} differs from ${origin}: its SHA-256 is ${digest}, not ${expected}.`,
    );
  }
  return { url, file, digest };
}

async function removeDownload(file: string): Promise<void> {
  await Promise.all([rm(file, { force: true }), rm(noteFileOf(file), { force: true })]);
}

/** Replaces the file of the digests at once, so that a killed command leaves the old one. */
async function recordDigests(modelsDir: string, downloads: readonly CheckedDownload[]): Promise<void> {
  const digests = await readDigests(modelsDir);
  for (const { url, digest } of downloads) digests[url] = digest;
  const file = join(modelsDir, DIGESTS);
  await writeFile(`${file}.new`, `${JSON.stringify(digests, null, 2)}\n`);
  await rename(`${file}.new`, file);
}

/** The SHA-256 of each URL that was downloaded before. It stays if a model is removed. */
async function readDigests(modelsDir: string): Promise<Record<string, string>> {
  try {
    return JSON.parse(await readFile(join(modelsDir, DIGESTS), 'utf8'));
  } catch (error) {
    if (isMissing(error)) return {};
    throw new ModelError(`${join(modelsDir, DIGESTS)} cannot be read.`, { cause: error });
  }
}

/** Tries the model in the work folder, describes it, and moves it to its place. */
async function finish(
  folder: string,
  { description, archive_sha256 }: { description: ModelDescription; archive_sha256: string | null },
  { modelsDir, engine, now, signal }: InstallOptions,
): Promise<InstalledModel> {
  const checked = ModelDescription.parse(description);
  const { digest, size_bytes } = await digestFolder(folder);
  const speed = engine ? await measureSpeed(engine, folder, checked, signal) : null;
  const replaced = (await listInstalledModels(modelsDir)).find(({ name }) => name === checked.name);
  const installed_at = replaced?.installation.installed_at ?? now.toISOString();
  const installation = { digest, archive_sha256, installed_at, speed, size_bytes };
  const installed: InstalledModel = { ...checked, installation };
  await writeFile(join(folder, DESCRIPTION_FILE), `${JSON.stringify(installed, null, 2)}\n`);
  const place = join(modelsDir, checked.name);
  const before = `${folder}.before`;
  if (await stat(place).catch(() => undefined)) await rename(place, before);
  try {
    await rename(folder, place);
  } catch (error) {
    await rename(before, place).catch(() => undefined);
    throw error;
  }
  await rm(before, { recursive: true, force: true });
  return installed;
}

/** Compares the files of a model with its digest. Returns why they differ, or undefined. */
export async function verifyModel(modelsDir: string, model: InstalledModel): Promise<string | undefined> {
  const { digest } = await digestFolder(join(modelsDir, model.name));
  if (digest === model.installation.digest) return undefined;
  return `Its files have changed: their digest is ${digest}, not ${model.installation.digest}.`;
}

/** Removes a model. The digest of its download stays, so that another one is still refused. */
export function removeModel(modelsDir: string, { name }: InstalledModel): Promise<void> {
  return withLock(modelsDir, async () => {
    // The processes that use the model keep its files open. The new name ends its use by others at once.
    const folder = join(modelsDir, `.removed-${name}`);
    await rm(folder, { recursive: true, force: true });
    await rename(join(modelsDir, name), folder);
    await rm(folder, { recursive: true, force: true });
  });
}
