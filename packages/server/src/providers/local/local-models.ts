import { stat } from 'node:fs/promises';
import type { LocalEngine } from './local-engine.ts';
import { type InstalledModel, listInstalledModels } from './models/index.ts';

/** The local models of the service, and the engine that runs those of this process. Speech and recognition share both. */
export interface LocalSpeech {
  models: LocalModels;
  /** Undefined if the program for local models is not installed here. */
  engine: LocalEngine | undefined;
  folder: string;
}

export interface LocalModels {
  /** The models of all workers, oldest first. The list is another one after each change. */
  list(): readonly InstalledModel[];
  /** The model of this process. */
  find(name: string): InstalledModel | undefined;
  /** The names of models that only other workers have. The list is another one after each change. */
  elsewhere(): readonly string[];
  /** Looks for a change now. */
  refresh(): Promise<void>;
  close(): void;
}

/** How often to look for models that were installed or removed, and to exchange them with other processes. */
const LOOK_MS = 3_000;

export interface LocalModelsOptions {
  /** Whether this process works on lines. Otherwise, only the models of the workers are listed. */
  isWorker: boolean;
  /** Reports the models of this process, and returns those of all workers. */
  exchange(ownModels: readonly InstalledModel[], isChanged: boolean): Promise<readonly InstalledModel[]>;
  /** Called after each change. */
  onChange(): Promise<void>;
  /** Called with the name of a model that cannot be read. Empty: the whole folder cannot be read. */
  onUnreadable(name: string, error: unknown): void;
}

/**
 * Reads the folder of models, and again whenever it changes, and joins them with those of other workers. What cannot be
 * read is left out, and never stops the service. `folder` undefined: this process can use no models.
 */
export async function openLocalModels(
  folder: string | undefined,
  { isWorker, exchange, onChange, onUnreadable }: LocalModelsOptions,
): Promise<LocalModels> {
  const own = createFolderReader(folder, onUnreadable);
  let models: readonly InstalledModel[] = [];
  let otherNames: readonly string[] = [];
  /** The models that are listed, with their versions. */
  let known = '';
  /** Returns whether the list has changed. */
  const update = (shared: readonly InstalledModel[]): boolean => {
    const joined = joinModels(shared, isWorker ? own.models() : []);
    const ownNames = new Set(own.models().map(({ name }) => name));
    const missingNames = joined.map(({ name }) => name).filter((name) => !ownNames.has(name));
    const versions = joined.map(({ name, installation }) => [name, installation.digest, installation.speed]);
    const found = JSON.stringify([versions, missingNames]);
    if (found === known) return false;
    known = found;
    models = joined;
    otherNames = missingNames;
    return true;
  };
  const readAll = async (): Promise<boolean> => {
    const isChanged = await own.read();
    return update(await exchange(own.models(), isChanged));
  };
  await readAll().catch((error: unknown) => {
    onUnreadable('', error);
    update([]);
    own.forget();
  });
  let isLooking = false;
  const look = async (): Promise<void> => {
    isLooking = true;
    try {
      if (await readAll()) await onChange();
    } catch {
      // The folder was changing, or the database is away. The next look may succeed.
      own.forget();
      known = '';
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
  return {
    list: () => models,
    find: (name) => own.models().find((model) => model.name === name),
    elsewhere: () => otherNames,
    refresh,
    close: () => clearInterval(timer),
  };
}

/** Reads the models of a folder again only if it has changed. `folder` undefined: there are none. */
function createFolderReader(folder: string | undefined, onUnreadable: LocalModelsOptions['onUnreadable']) {
  let models: readonly InstalledModel[] = [];
  let version: number | undefined;
  return {
    models: () => models,
    /** Returns whether the folder has changed. */
    async read(): Promise<boolean> {
      if (folder === undefined) return false;
      // Models are moved into the folder and out of it, which changes its time.
      const stats = await stat(folder).catch(() => undefined);
      if (stats?.mtimeMs === version) return false;
      models = await listInstalledModels(folder, onUnreadable);
      version = stats?.mtimeMs;
      return true;
    },
    /** Makes the next read a change. */
    forget(): void {
      version = undefined;
    },
  };
}

/**
 * The models of all workers, oldest first. The oldest one of a kind is its default, so that another one does not change the
 * voice of workflows. The files of this process count, also if another worker has another version.
 */
function joinModels(
  shared: readonly InstalledModel[],
  ownModels: readonly InstalledModel[],
): InstalledModel[] {
  const byName = new Map([...shared, ...ownModels].map((model) => [model.name, model]));
  return [...byName.values()].sort(
    (a, b) =>
      a.installation.installed_at.localeCompare(b.installation.installed_at) || a.name.localeCompare(b.name),
  );
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
