import { createRequire } from 'node:module';

/** Looks for the program of the embedded engine in a package that no installation has. */
export function resolveMissingEngine(specifier: string): string {
  return createRequire(import.meta.url).resolve(specifier.replace('speech-espeak', 'no-such-package'));
}
