import { glob } from 'node:fs/promises';
import { PROVIDER_IDS } from '@voiceloom/contract';
import { findEngineProgram, type Resolve } from '../engine-processes/engine-process.ts';
import { MISSING_PROGRAM } from '../local/local-engine.ts';
import type { LocalSpeech } from '../local/local-models.ts';
import { createLocalSpeechProvider } from '../local/local-speech-provider.ts';
import type { SpeechAdapter } from './adapter.ts';
import { withBreaks } from './breaks.ts';
import { createEspeakProvider } from './embedded/espeak.ts';
import { ESPEAK_PACKAGE, type SpeechPoolOptions } from './embedded/pool.ts';
import { createHttpSpeech, type HttpSpeechOptions } from './http-speech.ts';
import type { SpeechProvider } from './provider.ts';

export { CREDIT_USD } from './credits.ts';
export type { HttpSpeechOptions } from './http-speech.ts';
export {
  type Credentials,
  type ProviderVoice,
  SpeechError,
  type SpeechErrorKind,
  type SpeechModel,
  type SpeechProvider,
  type SpeechRequest,
  type SpeechResult,
  type SpeechWord,
} from './provider.ts';

export type SpeechProviders = ReadonlyMap<string, SpeechProvider>;

export interface SpeechProvidersOptions {
  espeak?: SpeechPoolOptions;
  /** The local models. Undefined: the provider is omitted. */
  local?: LocalSpeech | undefined;
  /** Finds the program of the embedded engine. Default: like Node's resolution. */
  resolve?: Resolve;
  /** How to call providers with keys. If it is undefined, these providers are omitted. */
  http?: HttpSpeechOptions;
}

const folder = new URL('adapters/', import.meta.url);
const adapters: SpeechAdapter[] = [];
for await (const file of glob('*.ts', { cwd: folder })) {
  const values: object[] = Object.values(await import(new URL(file, folder).href));
  for (const value of values)
    if (typeof value === 'object' && 'render' in value && 'keyCheck' in value)
      adapters.push(value as SpeechAdapter);
}

/** The providers with keys, in the order of the catalog. Each file in `adapters` exports one. */
export const ADAPTERS: readonly SpeechAdapter[] = adapters.sort(
  (a, b) => PROVIDER_IDS.indexOf(a.id) - PROVIDER_IDS.indexOf(b.id),
);

/** Creates all providers. Omits the embedded one if its optional package is not installed. */
export function createSpeechProviders(options: SpeechProvidersOptions = {}): SpeechProviders {
  const { espeak, local, http } = options;
  const program = findEngineProgram(ESPEAK_PACKAGE, options.resolve);
  const providers: SpeechProvider[] = [];
  if (program !== undefined) providers.push(createEspeakProvider({ program, ...espeak }));
  if (local) providers.push(createLocalSpeechProvider(local));
  if (http) for (const adapter of ADAPTERS) providers.push(createHttpSpeech(adapter, http));
  return new Map(providers.map((provider) => [provider.id, withBreaks(provider)]));
}

/** Why a provider is not in the registry. */
export function describeMissingProvider(id: string): string {
  if (id === 'local') return MISSING_PROGRAM;
  if (id !== 'espeak') return `The provider ${id} is not configured.`;
  return 'The embedded speech engine (espeak) is not installed on this server. Choose another provider.';
}
