import { createRequire } from 'node:module';

const PROGRAM = '@voiceloom/speech-espeak/child';

export type Resolve = (specifier: string) => string;

/** The file that runs the embedded engine. Undefined without its package, which is an optional dependency. */
export function findEngineProgram(
  resolve: Resolve = createRequire(import.meta.url).resolve,
): string | undefined {
  try {
    return resolve(PROGRAM);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
