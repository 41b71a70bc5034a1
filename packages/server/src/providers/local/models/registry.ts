import { z } from 'zod';
import { ModelDescription } from './description.ts';
import { ModelError } from './model-error.ts';
import entries from './registry.json' with { type: 'json' };

/** A file that a model needs from elsewhere, such as a vocoder that several models share. */
const ExtraFile = z.object({
  url: z.url({ protocol: /^https$/ }),
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/),
  sha256: z.string().optional(),
});

/** Where a model of the registry comes from. */
const Source = z.object({
  url: z.url({ protocol: /^https$/ }),
  /** Only if upstream publishes it. Otherwise, the digest of the first download counts. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** The size of the download, if upstream states it. */
  size_mb: z.number().positive().optional(),
  /** The memory that the model takes, if it was measured. */
  memory_mb: z.number().positive().optional(),
  extra_files: z.array(ExtraFile).max(10).default([]),
});

export type ModelSource = z.infer<typeof Source>;

export const RegistryEntry = z.intersection(ModelDescription, Source);
export type RegistryEntry = z.infer<typeof RegistryEntry>;

/** The models that can be installed by name, in the order in which they are listed. */
export const REGISTRY: readonly RegistryEntry[] = z.array(RegistryEntry).parse(entries);

export function getRegistryEntry(name: string): RegistryEntry {
  const entry = REGISTRY.find((model) => model.name === name);
  if (entry) return entry;
  throw new ModelError(
    `There is no model "${name}" in the registry. "models list" shows all. For a model of your own, add --from FOLDER.`,
  );
}
