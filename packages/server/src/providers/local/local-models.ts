import { stat } from 'node:fs/promises';
import type { LocalEngine } from './local-engine.ts';
import { type InstalledModel, listInstalledModels } from './models/index.ts';

/** The local models of this process, and the engine that runs them. Speech and recognition share both. */
export interface LocalSpeech {
  models: LocalModels;
  engine: LocalEngine;
  folder: string;
}

export interface LocalModels {
  /** The installed models, oldest first. The list is another one after each change. */
  list(): readonly InstalledModel[];
  /** Looks for a change now. */
  refresh(): Promise<void>;
  close(): void;
}

/** How often to look for models that were installed or removed. */
const LOOK_MS = 3_000;

export interface LocalModelsOptions {
  /** Called after each change. */
  onChange(): Promise<void>;
  /** Called with the name of a model that cannot be read. Empty: the whole folder cannot be read. */
  onUnreadable(name: string, error: unknown): void;
}

/** Reads the folder of models, and again whenever it changes. What cannot be read is left out, and never stops the service. */
export async function openLocalModels(
  folder: string,
  { onChange, onUnreadable }: LocalModelsOptions,
): Promise<LocalModels> {
  let models: readonly InstalledModel[] = [];
  let version: number | undefined;
  const readIfChanged = async (): Promise<boolean> => {
    // Models are moved into the folder and out of it, which changes its time.
    const stats = await stat(folder).catch(() => undefined);
    if (stats?.mtimeMs === version) return false;
    version = stats?.mtimeMs;
    // The oldest model of a kind is its default, so that another one does not change the voice of workflows.
    models = (await listInstalledModels(folder, onUnreadable)).sort(
      ({ installation: a }, { installation: b }) => a.installed_at.localeCompare(b.installed_at),
    );
    return true;
  };
  await readIfChanged().catch((error: unknown) => {
    onUnreadable('', error);
    version = undefined;
  });
  let isLooking = false;
  const look = async (): Promise<void> => {
    isLooking = true;
    try {
      if (await readIfChanged()) await onChange();
    } catch {
      // The folder was changing, or the database is away. The next look may succeed.
      version = undefined;
    } finally {
      isLooking = false;
    }
  };
  let lastLook = Promise.resolve();
  // A look that has already started may have missed the latest change.
  const refresh = (): Promise<void> => {
    lastLook = lastLook.then(look);
    return lastLook;
  };
  const timer = setInterval(() => {
    if (!isLooking) void refresh();
  }, LOOK_MS);
  timer.unref();
  return { list: () => models, refresh, close: () => clearInterval(timer) };
}

/** Reads a list that is derived from the installed models of a kind, oldest first. Derives it again after each change. */
export function createModelReader<Kind extends InstalledModel['kind'], Model>(
  models: LocalModels,
  kind: Kind,
  derive: (model: Extract<InstalledModel, { kind: Kind }>, isFirst: boolean) => Model,
): () => Model[] {
  let installedModels: readonly InstalledModel[] | undefined;
  let derivedModels: Model[] = [];
  const isOfKind = (model: InstalledModel): model is Extract<InstalledModel, { kind: Kind }> =>
    model.kind === kind;
  return () => {
    if (installedModels !== models.list()) {
      installedModels = models.list();
      derivedModels = installedModels.filter(isOfKind).map((model, index) => derive(model, index === 0));
    }
    return derivedModels;
  };
}
