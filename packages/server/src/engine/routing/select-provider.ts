import type { App } from '../../app.ts';
import type { ProviderCandidate, ProviderChoice } from '../../db/rows.ts';
import { usdPer1000In } from '../../providers/speech/credits.ts';
import type { SpeechModel, SpeechProvider } from '../../providers/speech/index.ts';
import { supportsLocale } from '../casting/assign-voice.ts';
import type { Route } from '../casting/fallbacks.ts';
import { isServed, modelOf } from '../casting/takes.ts';
import {
  castOf,
  type GeneratorConfig,
  loadVoicePool,
  namedVoices,
  type Voice,
  type VoicePool,
} from '../casting/voice-pool.ts';
import type { RunHead } from '../model.ts';
import { findKeyedProviders } from '../provider-calls/provider-keys.ts';
import { type HealthOf, loadHealth } from './provider-health.ts';
import { findEarlierRoutes, findRoutes, insertRoutes, type RoutingRequest } from './route-queries.ts';

type RoutingApp = Pick<App, 'db' | 'speech' | 'clock'>;

type CandidateConfig = GeneratorConfig['routing']['candidates'][number];

/** A model that may be chosen, with its part of the config. */
interface Candidate {
  provider: SpeechProvider;
  model: SpeechModel;
  said: Pick<CandidateConfig, 'usd_per_1000_characters' | 'quality'>;
}

/** The maximum number of candidates that are stored as the reason for a choice. */
const SHOWN = 10;

/** The choice for each locale that any candidate can speak. Deterministic for the same data. */
async function chooseRoutes(
  app: RoutingApp,
  routing: RoutingRequest,
  keyed: ReadonlySet<string>,
): Promise<Map<string, Route>> {
  const { workspace_id, workflow_id, config, locales, node_id } = routing;
  const now = app.clock();
  const usable = usableCandidates(app, keyed, config);
  if (usable.length === 0 || locales.length === 0) return new Map();
  const providers = new Set(usable.map(({ provider }) => provider.id));
  const pool = await loadVoicePool(app, workspace_id, { config, providers });
  const healthOf = await loadHealth(app.db, { workspace_id, locales, now });
  const earlier = await findEarlierRoutes(app.db, { workspace_id, workflow_id, node_id, locales });
  const { routing_price_sensitivity: price_sensitivity } = await app.db
    .selectFrom('workspace')
    .select('routing_price_sensitivity')
    .where('id', '=', workspace_id)
    .executeTakeFirstOrThrow();
  const configuredVoices = new Set(namedVoices(config).map(({ voice_id }) => voice_id));
  const routes = new Map<string, Route>();
  for (const locale of locales) {
    const all = earlier.get(locale) ?? [];
    // A voice that was removed from the config must not speak again.
    const before = all.filter((route) => !route.names_voice || configuredVoices.has(route.voice_id));
    const contenders = usable.flatMap((candidate) =>
      contenderOf(candidate, locale, { pool, healthOf, named: configuredVoices, before, incumbent: all[0] }),
    );
    const ranked = rankContenders(contenders, price_sensitivity);
    const [best] = ranked;
    if (!best) continue;
    const { provider, model, voice_id } = best;
    const candidates = ranked
      .slice(0, SHOWN)
      .map(({ voice_id: _, is_incumbent: _incumbent, ...facts }) => facts);
    const repeatable = before.filter(
      (route) => route.price_sensitivity === price_sensitivity && contenders.some(isSameModel(route)),
    );
    const names_voice = configuredVoices.has(voice_id);
    const reason = { price_sensitivity, names_voice, candidates, earlier: otherChoices(best, repeatable) };
    routes.set(locale, { provider, model, voice_id, reason });
  }
  return routes;
}

/** The candidates of the config, or else all models, limited to those that the workspace can use today. */
export function usableCandidates(
  { speech, clock }: Pick<RoutingApp, 'speech' | 'clock'>,
  keyed: ReadonlySet<string>,
  config: GeneratorConfig,
): Candidate[] {
  const today = clock().toISOString().slice(0, 10);
  const entries: CandidateConfig[] =
    config.routing.candidates.length > 0
      ? config.routing.candidates
      : [...speech.keys()].map((provider) => ({ provider: provider as CandidateConfig['provider'] }));
  const candidates = new Map<string, Candidate>();
  for (const { provider: id, model: name, ...terms } of entries) {
    const provider = speech.get(id);
    if (!provider || (provider.listVoices && !keyed.has(id))) continue;
    const models = name === undefined ? provider.models : [modelOf(provider, name) ?? []].flat();
    for (const model of models) {
      const key = `${id}/${model.id}`;
      // An entry that names the model takes precedence over one that names only the provider.
      const isNew = name !== undefined || !candidates.has(key);
      if (isNew && isServed(model, today)) candidates.set(key, { provider, model, said: terms });
    }
  }
  return [...candidates.values()];
}

type ModelRef = Pick<ProviderChoice, 'provider' | 'model'>;

const isSameModel = (one: ModelRef) => (other: ModelRef) =>
  one.provider === other.provider && one.model === other.model;

/** Distinct choices of earlier runs, without the new one. */
function otherChoices(chosen: ProviderChoice, before: readonly ProviderChoice[]): ProviderChoice[] {
  const keyOf = ({ provider, model, voice_id }: ProviderChoice) =>
    JSON.stringify([provider, model, voice_id]);
  const choices = before.map(({ provider, model, voice_id }) => ({ provider, model, voice_id }));
  const others = new Map(choices.map((choice) => [keyOf(choice), choice]));
  others.delete(keyOf(chosen));
  return [...others.values()].slice(0, SHOWN);
}

interface ContenderFacts {
  pool: VoicePool;
  healthOf: HealthOf;
  /** The voices that the config names. */
  named: ReadonlySet<string>;
  /** The choices of earlier runs whose voices may speak again, newest first. */
  before: readonly ProviderChoice[];
  /** The choice of the previous run. */
  incumbent: ProviderChoice | undefined;
}

/** Undefined if the model has no voice for the locale. */
function contenderOf(
  { provider, model, said: terms }: Candidate,
  locale: string,
  { pool, healthOf, named: configuredVoices, before, incumbent }: ContenderFacts,
): Contender[] {
  if (model.locales && !supportsLocale({ supported_languages: [...model.locales] }, locale)) return [];
  const main = { provider: provider.id, model: model.id };
  const line = { locale_code: locale, character_name: null };
  const part = castOf(pool, { main: () => main, alone: true })(line);
  if (!part) return [];
  const earlierChoice = configuredVoices.has(part.voice.id) ? undefined : before.find(isSameModel(main));
  return [
    {
      ...main,
      voice_id: (keptVoice(pool, earlierChoice) ?? part.voice).id,
      usd_per_1000_characters: terms.usd_per_1000_characters ?? priceOf(provider, model, locale),
      quality: terms.quality ?? model.quality ?? null,
      ...healthOf({ ...main, locale_code: locale }),
      is_incumbent: incumbent !== undefined && isSameModel(main)(incumbent),
    },
  ];
}

/** The voice of an earlier run, if it can still speak. A voice that the catalog got later does not replace it. */
function keptVoice({ byProvider }: VoicePool, before: ProviderChoice | undefined): Voice | undefined {
  if (!before) return undefined;
  return byProvider.get(before.provider)?.find(({ id, is_active }) => id === before.voice_id && is_active);
}

/** The price for 1,000 characters in USD: 0 for the embedded engine, null if it is not known. */
function priceOf({ listVoices }: SpeechProvider, { price }: SpeechModel, locale: string): number | null {
  if (price) return Math.round(usdPer1000In(price, locale) * 1e6) / 1e6;
  return listVoices ? null : 0;
}

/** A provider and model that can speak a locale, before the comparison. */
export interface Contender extends Omit<ProviderCandidate, 'score' | 'is_avoided'> {
  voice_id: string;
  /** Whether the previous run chose it. An unnecessary change would give new lines a different voice. */
  is_incumbent: boolean;
}

export type Ranked = Contender & Pick<ProviderCandidate, 'score' | 'is_avoided'>;

/** Candidates with a higher failure rate are chosen only if all others fail as often. */
const AVOIDED_FROM = 0.15;
const INCUMBENT_BONUS = 0.1;
const LATENCY_WEIGHT = 0.05;
const SLOW_MS = 20_000;
const HIGHEST_QUALITY = 4;

/**
 * Best first, in a deterministic order. `sensitivity` weighs price (1) against quality (0). An unknown price
 * counts as the highest known one, an unknown quality as the lowest.
 */
export function rankContenders(contenders: readonly Contender[], sensitivity: number): Ranked[] {
  const prices = contenders.flatMap(({ usd_per_1000_characters: usd }) => usd ?? []);
  const qualities = contenders.flatMap(({ quality }) => quality ?? []);
  const highestPrice = Math.max(0, ...prices);
  const lowestQuality = Math.min(HIGHEST_QUALITY, ...qualities);
  const scoreOf = (contender: Contender): number => {
    const quality = ((contender.quality ?? lowestQuality) - 1) / (HIGHEST_QUALITY - 1);
    const weighed = (1 - sensitivity) * quality + sensitivity * cheapness(contender, highestPrice);
    const slowness = Math.min(1, (contender.latency_ms ?? 0) / SLOW_MS);
    const bonus = contender.is_incumbent ? INCUMBENT_BONUS : 0;
    return weighed - contender.failure_rate - LATENCY_WEIGHT * slowness + bonus;
  };
  return contenders
    .map((contender) => ({
      ...contender,
      score: Math.round(scoreOf(contender) * 10_000) / 10_000,
      is_avoided: contender.failure_rate > AVOIDED_FROM,
    }))
    .sort(compare);
}

/** 1 for free, 0 for the highest price. */
function cheapness({ usd_per_1000_characters: usd }: Contender, highest: number): number {
  if (usd === null) return 0;
  return highest === 0 ? 1 : 1 - usd / highest;
}

function compare(one: Ranked, other: Ranked): number {
  return (
    Number(one.is_avoided) - Number(other.is_avoided) ||
    other.score - one.score ||
    (other.quality ?? 0) - (one.quality ?? 0) ||
    (`${one.provider}/${one.model}` < `${other.provider}/${other.model}` ? -1 : 1)
  );
}

/**
 * The provider for each locale of a run. It is chosen with the locale's first line, once for all workers, and
 * stored. A retry keeps the choices of the original run, so that its lines sound like the others.
 */
export async function chooseAndStoreRoutes(
  app: RoutingApp,
  run: Pick<RunHead, 'id' | 'retry_of'>,
  routing: RoutingRequest,
): Promise<Map<string, Route>> {
  const place = { run_id: run.id, node_id: routing.node_id };
  const stored = await findRoutes(app.db, place, routing.locales);
  const missing = routing.locales.filter((locale) => !stored.has(locale));
  if (missing.length === 0) return stored;
  const keyed = await findKeyedProviders(app.db, routing.workspace_id);
  const request = { ...routing, locales: missing };
  const chosen = await previewRoutes(app, request, { keyed, retryOf: run.retry_of });
  await insertRoutes(app.db, { ...place, workspace_id: routing.workspace_id, now: app.clock() }, chosen);
  // Another worker may have stored its choice first.
  return findRoutes(app.db, place, routing.locales);
}

/** The choices that a run would make now; a retry repeats those of its original run that are still usable. */
export async function previewRoutes(
  app: RoutingApp,
  routing: RoutingRequest,
  { keyed, retryOf }: { keyed: ReadonlySet<string>; retryOf: string | null },
): Promise<Map<string, Route>> {
  const routes = await chooseRoutes(app, routing, keyed);
  if (retryOf === null) return routes;
  const today = app.clock().toISOString().slice(0, 10);
  const place = { run_id: retryOf, node_id: routing.node_id };
  for (const [locale, route] of await findRoutes(app.db, place, routing.locales)) {
    const provider = app.speech.get(route.provider);
    const model = provider && modelOf(provider, route.model);
    if (!model || !isServed(model, today) || (provider.listVoices && !keyed.has(route.provider))) continue;
    routes.set(locale, { ...route, reason: { ...route.reason, kept_from: retryOf } });
  }
  return routes;
}
