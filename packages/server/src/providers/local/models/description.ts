import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The file in the folder of a model that describes it. */
export const DESCRIPTION_FILE = 'voiceloom-model.json';

/** The name of a model is also the name of its folder. */
const ModelName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/, 'must have letters, digits, dots, hyphens and underscores');

const Locale = z
  .string()
  .regex(/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/, 'must be a language code in lowercase, such as en-us');

export const SpeechFamilyName = z.enum([
  'kokoro',
  'vits',
  'matcha',
  'kitten',
  'pocket',
  'supertonic',
  'zipvoice',
]);
export const RecognitionFamilyName = z.enum([
  'whisper',
  'moonshine',
  'nemo_ctc',
  'nemo_transducer',
  'sense_voice',
  'zipformer',
]);

export const Speaker = z.object({
  /** The number of the speaker in the model. */
  id: z.int().min(0).max(9_999),
  name: z.string().min(1).max(120),
  gender: z.enum(['male', 'female']).optional(),
  /** The language of the speaker. Default: all languages of the model. */
  locale: Locale.optional(),
});
export type Speaker = z.infer<typeof Speaker>;

const facts = {
  name: ModelName,
  display_name: z.string().min(1).max(120),
  languages: z.array(Locale).min(1).max(200),
  /** An SPDX identifier, or the name that its authors use. */
  license: z.string().min(1).max(120),
  /** What a person has to accept before the installation, such as a license that forbids commercial use. */
  terms: z.string().min(1).max(300).optional(),
  sample_rate: z.int().min(8_000).max(192_000).optional(),
};

/** What a model is. */
export const ModelDescription = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('speech'),
    family: SpeechFamilyName,
    ...facts,
    /** Without any: one speaker. */
    speakers: z.array(Speaker).max(1_000).default([]),
  }),
  z.object({ kind: z.literal('recognition'), family: RecognitionFamilyName, ...facts }),
]);
export type ModelDescription = z.infer<typeof ModelDescription>;

const Digest = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal');

/** What `models add` found out about a model on this machine. */
const Installation = z.object({
  /** Of the names and contents of all files. It is part of the key of every take. */
  digest: Digest,
  /** Of the downloaded archive. Null for a model from a folder. */
  archive_sha256: Digest.nullable(),
  /** The first installation of the name. Another version keeps it, because the oldest model is the default. */
  installed_at: z.iso.datetime(),
  /** Seconds of audio for each second of work, as measured after the installation. Null if it was not measured. */
  speed: z.number().positive().nullable(),
  size_bytes: z.number().int().min(0),
});

/** A model in the folder of models. */
export const InstalledModel = z.intersection(ModelDescription, z.object({ installation: Installation }));
export type InstalledModel = z.infer<typeof InstalledModel>;

/** The description in a folder. Undefined if the folder has no description. Throws if the description is wrong. */
export async function readDescription(folder: string): Promise<ModelDescription | undefined> {
  const text = await readOptionalFile(join(folder, DESCRIPTION_FILE));
  return text === undefined ? undefined : ModelDescription.parse(JSON.parse(text));
}

/**
 * The installed models, by name. Folders without a valid description are no models. A folder that cannot be read is left
 * out, so that the other models can be used.
 */
export async function listInstalledModels(
  modelsDir: string,
  onUnreadable: (name: string, error: unknown) => void = () => undefined,
): Promise<InstalledModel[]> {
  const models: InstalledModel[] = [];
  let names: string[];
  try {
    names = await readdir(modelsDir);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  for (const name of names.sort()) {
    const file = join(modelsDir, name, DESCRIPTION_FILE);
    const text = await readOptionalFile(file).catch((error: unknown) => onUnreadable(name, error));
    if (text === undefined) continue;
    const { data } = InstalledModel.safeParse(parseJson(text));
    // The name in the description is also that of the folder, so that nothing outside is ever read or removed.
    if (data && data.name === name) models.push(data);
  }
  return models;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readOptionalFile(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
