export {
  InstalledModel,
  listInstalledModels,
  ModelDescription,
  type Speaker,
} from './description.ts';
export { findDownloadSize } from './download.ts';
export { installFromFolder, installFromUrl, removeModel, verifyModel } from './install.ts';
export { ModelError } from './model-error.ts';
export { getRegistryEntry, REGISTRY, type RegistryEntry } from './registry.ts';
