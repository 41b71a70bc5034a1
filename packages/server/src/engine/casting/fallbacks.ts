import type { App } from '../../app.ts';
import type { ProviderChoice, SelectionReason } from '../../db/rows.ts';
import { supportsLocale, supportsModel } from './assign-voice.ts';
import { isModelAvailable } from './takes.ts';
import {
  type CastLine,
  cacheByLine,
  createVoiceAssigner,
  type DefaultVoice,
  type GeneratorConfig,
  loadVoicePool,
  type VoiceAssignment,
} from './voice-pool.ts';

/** A generator's provider choice for a locale. */
export interface Route extends ProviderChoice {
  reason: SelectionReason;
}

/** Another voice for a line that a check rejected. */
export interface Alternative {
  strategy: 'model' | 'provider';
  assignment: VoiceAssignment;
}

/** The voices of a generator: the assigned ones, their fallbacks, and the alternatives for retries. */
export interface Fallbacks {
  assignmentFor(line: CastLine): VoiceAssignment | undefined;
  fallbackFor(line: CastLine): VoiceAssignment | undefined;
  /** Only the kinds that the retry strategies name, in the order to try them. */
  alternativesFor(line: CastLine): Alternative[];
  /** Voices that spoke such a line in earlier runs. Their takes are reused. */
  earlierAssignmentsFor(line: CastLine): VoiceAssignment[];
}

/**
 * Looks up the usable voices once, for a run or for its estimate. `routes`: the provider choices by locale, if
 * the generator uses routing.
 */
export async function loadFallbacks(
  app: Pick<App, 'db' | 'speech' | 'clock'>,
  workspaceId: string,
  { config, routes }: { config: GeneratorConfig; routes: ReadonlyMap<string, Route> | undefined },
): Promise<Fallbacks> {
  const { provider, model, fallback_provider, retry_strategies } = config;
  const switchesProvider = retry_strategies.includes('provider');
  const listCandidates = (locale: string): readonly DefaultVoice[] => {
    if (!switchesProvider) return [];
    return routes?.get(locale)?.reason.candidates ?? [];
  };
  const listEarlierChoices = (locale: string) => routes?.get(locale)?.reason.earlier ?? [];
  const providers: string[] = [];
  if (!routes) providers.push(provider);
  for (const [locale, route] of routes ?? [])
    for (const choice of [route, ...listEarlierChoices(locale), ...listCandidates(locale)])
      providers.push(choice.provider);
  if (fallback_provider) providers.push(fallback_provider);
  const pool = await loadVoicePool(app, workspaceId, { config, providers });
  const getDefaultVoice = (locale: string): DefaultVoice | undefined =>
    routes ? routes.get(locale) : { provider, model };
  const cast = createVoiceAssigner(pool, { main: getDefaultVoice });
  const castWithProvider = (defaultVoice: DefaultVoice) =>
    createVoiceAssigner(pool, { main: () => defaultVoice, onlyMainProvider: true });
  let castFallback: typeof cast = () => undefined;
  if (fallback_provider) castFallback = castWithProvider({ provider: fallback_provider, model: null });
  const fallbackFor = (line: CastLine): VoiceAssignment | undefined => {
    const assignment = castFallback(line);
    // A provider is no fallback for itself.
    return assignment?.provider.id === cast(line)?.provider.id ? undefined : assignment;
  };
  const today = app.clock().toISOString().slice(0, 10);
  const alternativesFor = (line: CastLine): Alternative[] => {
    const assignment = cast(line);
    if (!assignment) return [];
    const alternatives: Alternative[] = [];
    if (retry_strategies.includes('model'))
      alternatives.push(...listOtherModels(assignment, line.locale_code, today));
    if (!switchesProvider) return alternatives;
    const candidates = listCandidates(line.locale_code).map((candidate) => castWithProvider(candidate)(line));
    return [...alternatives, ...listOtherProviders(assignment, [fallbackFor(line), ...candidates])];
  };
  const earlierFor = (line: CastLine): VoiceAssignment[] =>
    listEarlierChoices(line.locale_code).flatMap(
      (choice) => createVoiceAssigner(pool, { main: () => choice })(line) ?? [],
    );
  return {
    assignmentFor: cast,
    fallbackFor,
    alternativesFor: cacheByLine(alternativesFor),
    earlierAssignmentsFor: cacheByLine(earlierFor),
  };
}

/** The same voice with the provider's other models that support it and the locale. `today`: as in `2026-01-31`. */
function listOtherModels(assignment: VoiceAssignment, locale: string, today: string): Alternative[] {
  const alternatives: Alternative[] = [];
  for (const model of assignment.provider.models) {
    if (model.id === assignment.model.id) continue;
    if (!supportsModel(assignment.voice, model.id) || !isModelAvailable(model, today)) continue;
    const { locales } = model;
    if (locales !== null && !supportsLocale({ supported_languages: [...locales] }, locale)) continue;
    alternatives.push({ strategy: 'model', assignment: { ...assignment, model } });
  }
  return alternatives;
}

/** The first voice of each other provider. */
function listOtherProviders(
  assignment: VoiceAssignment,
  candidates: readonly (VoiceAssignment | undefined)[],
): Alternative[] {
  const alternatives: Alternative[] = [];
  const providers = new Set([assignment.provider.id]);
  for (const candidate of candidates) {
    if (!candidate || providers.has(candidate.provider.id)) continue;
    providers.add(candidate.provider.id);
    alternatives.push({ strategy: 'provider', assignment: candidate });
  }
  return alternatives;
}
