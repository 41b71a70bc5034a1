import type { App } from '../../app.ts';
import type { ProviderChoice, SelectionReason } from '../../db/rows.ts';
import { speaksWith, supportsLocale } from './assign-voice.ts';
import { isServed } from './takes.ts';
import {
  type CastLine,
  castOf,
  type DefaultVoice,
  type GeneratorConfig,
  loadVoicePool,
  onceFor,
  type VoiceAssignment,
} from './voice-pool.ts';

/** A generator's provider choice for a locale. */
export interface Route extends ProviderChoice {
  reason: SelectionReason;
}

/** Another voice for a line that a check rejected. */
export interface Alternative {
  strategy: 'model' | 'provider';
  part: VoiceAssignment;
}

/** The voices of a generator: the assigned ones, their fallbacks, and the alternatives for retries. */
export interface Fallbacks {
  assignmentFor(line: CastLine): VoiceAssignment | undefined;
  fallbackFor(line: CastLine): VoiceAssignment | undefined;
  /** Only the kinds that the retry strategies name, in the order to try them. */
  alternativesFor(line: CastLine): Alternative[];
  /** Voices that spoke such a line in earlier runs. Their takes are reused. */
  earlierFor(line: CastLine): VoiceAssignment[];
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
  const asksOthers = retry_strategies.includes('provider');
  const ranked = (locale: string): DefaultVoice[] =>
    (asksOthers && routes?.get(locale)?.reason.candidates) || [];
  const earlierAt = (locale: string) => routes?.get(locale)?.reason.earlier ?? [];
  const choices = [...(routes ?? [])].flatMap(([locale, route]) => [
    route,
    ...earlierAt(locale),
    ...ranked(locale),
  ]);
  const providers: string[] = routes ? choices.map((choice) => choice.provider) : [provider];
  if (fallback_provider) providers.push(fallback_provider);
  const pool = await loadVoicePool(app, workspaceId, { config, providers });
  const main = (locale: string): DefaultVoice | undefined =>
    routes ? routes.get(locale) : { provider, model };
  const cast = castOf(pool, { main });
  const alone = (other: DefaultVoice) => castOf(pool, { main: () => other, alone: true });
  const fallback = fallback_provider ? alone({ provider: fallback_provider, model: null }) : undefined;
  const fallbackFor = (line: CastLine): VoiceAssignment | undefined => {
    const part = fallback?.(line);
    return part && part.provider.id !== cast(line)?.provider.id ? part : undefined;
  };
  const today = app.clock().toISOString().slice(0, 10);
  const alternatives = (line: CastLine): Alternative[] => {
    const part = cast(line);
    if (!part) return [];
    const models = retry_strategies.includes('model') ? listOtherModels(part, line.locale_code, today) : [];
    if (!asksOthers) return models;
    const others = [fallbackFor(line), ...ranked(line.locale_code).map((other) => alone(other)(line))];
    return [...models, ...listOtherProviders(part, others)];
  };
  const earlier = (line: CastLine): VoiceAssignment[] =>
    earlierAt(line.locale_code).flatMap((route) => castOf(pool, { main: () => route })(line) ?? []);
  return {
    assignmentFor: cast,
    fallbackFor,
    alternativesFor: onceFor(alternatives),
    earlierFor: onceFor(earlier),
  };
}

/** The same voice with the provider's other models that support it. */
function listOtherModels(part: VoiceAssignment, locale: string, today: string): Alternative[] {
  const alternatives: Alternative[] = [];
  for (const model of part.provider.models) {
    if (model.id === part.model.id || !speaksWith(part.voice, model.id) || !isServed(model, today)) continue;
    const { locales } = model;
    if (locales !== null && !supportsLocale({ supported_languages: [...locales] }, locale)) continue;
    alternatives.push({ strategy: 'model', part: { ...part, model } });
  }
  return alternatives;
}

/** The first voice of each other provider. */
function listOtherProviders(
  part: VoiceAssignment,
  others: readonly (VoiceAssignment | undefined)[],
): Alternative[] {
  const alternatives: Alternative[] = [];
  const providers = new Set([part.provider.id]);
  for (const other of others) {
    if (!other || providers.has(other.provider.id)) continue;
    providers.add(other.provider.id);
    alternatives.push({ strategy: 'provider', part: other });
  }
  return alternatives;
}
