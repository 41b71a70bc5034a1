import { createRequire } from 'node:module';

/** Resolves the embedded engine to a package that no installation has. */
export function resolveMissingEngine(specifier: string): string {
  return createRequire(import.meta.url).resolve(specifier.replace('speech-espeak', 'no-such-package'));
}
