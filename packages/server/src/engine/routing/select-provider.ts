import type { App } from '../../app.ts';
import type { ProviderCandidate, ProviderChoice } from '../../db/rows.ts';
import { usdPer1000In } from '../../providers/speech/credits.ts';
import type { SpeechModel, SpeechProvider } from '../../providers/speech/index.ts';
import { supportsLocale } from '../casting/assign-voice.ts';
import type { Route } from '../casting/fallbacks.ts';
import { findModel, isModelAvailable } from '../casting/takes.ts';
import {
  createVoiceAssigner,
  type GeneratorConfig,
  listNamedVoices,
  loadVoicePool,
  type VoicePool,
} from '../casting/voice-pool.ts';
import type { RunHead } from '../model.ts';
import { choosePayer, isCallable, loadPayers, type Payers } from '../provider-calls/payers.ts';
import { type FindHealth, loadHealth } from './provider-health.ts';
import { findEarlierRoutes, findRoutes, insertRoutes, type RoutingRequest } from './route-queries.ts';

type RoutingApp = Pick<App, 'db' | 'speech' | 'clock'>;

type CandidateConfig = GeneratorConfig['routing']['candidates'][number];

/** A model that may be chosen, with its part of the config. */
interface Candidate {
  provider: SpeechProvider;
  model: SpeechModel;
  terms: Pick<CandidateConfig, 'usd_per_1000_characters' | 'quality'>;
  /** False while its platform key is unavailable. */
  is_callable: boolean;
}

/** The maximum number of candidates that are stored as the reason for a choice. */
const MAX_REASONS = 10;

/** The choice for each locale that any candidate can speak. Deterministic for the same data. */
async function chooseRoutes(
  app: RoutingApp,
  routing: RoutingRequest,
  payers: Payers,
): Promise<Map<string, Route>> {
  const { workspace_id, workflow_id, config, locales, node_id } = routing;
  const now = app.clock();
  const usableCandidates = listUsableCandidates(app, payers, config);
  if (usableCandidates.length === 0 || locales.length === 0) return new Map();
  const providers = new Set(usableCandidates.map(({ provider }) => provider.id));
  const pool = await loadVoicePool(app, workspace_id, { config, providers });
  const earlierRoutes = await findEarlierRoutes(app.db, { workspace_id, workflow_id, node_id, locales });
  const { price_sensitivity, counts_rejected } = await app.db
    .selectFrom('workspace')
    .select(['routing_price_sensitivity as price_sensitivity', 'routing_llm_fit as counts_rejected'])
    .where('id', '=', workspace_id)
    .executeTakeFirstOrThrow();
  const findHealth = await loadHealth(app.db, { workspace_id, locales, now, counts_rejected });
  const configuredVoices = new Set(listNamedVoices(config).map(({ voice_id }) => voice_id));
  const routes = new Map<string, Route>();
  for (const locale of locales) {
    const localeRoutes = earlierRoutes.get(locale) ?? [];
    // A voice that was removed from the config must not speak again.
    const repeatableRoutes = localeRoutes.filter(
      (route) => !route.names_voice || configuredVoices.has(route.voice_id),
    );
    const facts = {
      pool,
      findHealth,
      configuredVoices,
      earlierChoices: repeatableRoutes,
      previousChoice: localeRoutes[0],
    };
    const findContenders = (candidates: Candidate[]) =>
      candidates.flatMap((candidate) => findContender(candidate, locale, facts) ?? []);
    let contenders = findContenders(usableCandidates.filter(({ is_callable }) => is_callable));
    // The run waits for a provider that is unavailable rather than failing.
    if (contenders.length === 0) contenders = findContenders(usableCandidates);
    const ranking = rankContenders(contenders, price_sensitivity);
    const [bestContender] = ranking;
    if (!bestContender) continue;
    const { provider, model, voice_id } = bestContender;
    const candidates = ranking
      .slice(0, MAX_REASONS)
      .map(({ voice_id: _, is_incumbent: _incumbent, ...candidate }) => candidate);
    // Distinct choices of earlier runs that could be repeated, without the new one.
    const otherChoices = new Map<string, ProviderChoice>();
    for (const route of repeatableRoutes) {
      if (route.price_sensitivity !== price_sensitivity || !contenders.some(isSameModel(route))) continue;
      const choice = { provider: route.provider, model: route.model, voice_id: route.voice_id };
      otherChoices.set(JSON.stringify(choice), choice);
    }
    otherChoices.delete(JSON.stringify({ provider, model, voice_id }));
    const reason = {
      price_sensitivity,
      names_voice: configuredVoices.has(voice_id),
      candidates,
      earlier: [...otherChoices.values()].slice(0, MAX_REASONS),
    };
    routes.set(locale, { provider, model, voice_id, reason });
  }
  return routes;
}

/** The candidates of the config, or else all models, limited to those that the workspace can use today. */
export function listUsableCandidates(
  { speech, clock }: Pick<RoutingApp, 'speech' | 'clock'>,
  payers: Payers,
  config: GeneratorConfig,
): Candidate[] {
  const now = clock();
  const today = now.toISOString().slice(0, 10);
  let entries: CandidateConfig[] = config.routing.candidates;
  if (entries.length === 0)
    entries = [...speech.keys()].map((provider) => ({ provider: provider as CandidateConfig['provider'] }));
  const candidates = new Map<string, Candidate>();
  for (const { provider: id, model: name, ...terms } of entries) {
    const provider = speech.get(id);
    if (!provider) continue;
    let { models } = provider;
    if (name !== undefined) {
      const namedModel = findModel(provider, name);
      models = namedModel ? [namedModel] : [];
    }
    for (const model of models) {
      const key = `${id}/${model.id}`;
      // An entry that names the model takes precedence over one that names only the provider.
      const isNew = name !== undefined || !candidates.has(key);
      // A run waits for a local model that its config names, but chooses none that is missing.
      if (name === undefined && provider.unavailable?.(model.id) !== undefined) continue;
      if (!isNew || !isModelAvailable(model, today) || !choosePayer(payers, provider, model)) continue;
      candidates.set(key, { provider, model, terms, is_callable: isCallable(payers, provider, model, now) });
    }
  }
  return [...candidates.values()];
}

type ModelRef = Pick<ProviderChoice, 'provider' | 'model'>;

const isSameModel = (a: ModelRef) => (b: ModelRef) => a.provider === b.provider && a.model === b.model;

interface ContenderFacts {
  pool: VoicePool;
  findHealth: FindHealth;
  /** The voices that the config names. */
  configuredVoices: ReadonlySet<string>;
  /** The choices of earlier runs whose voices may speak again, newest first. */
  earlierChoices: readonly ProviderChoice[];
  /** The choice of the previous run. */
  previousChoice: ProviderChoice | undefined;
}

/** Undefined if the model has no voice for the locale, or cannot speak with the voice that the config names. */
function findContender(
  { provider, model, terms }: Candidate,
  locale: string,
  facts: ContenderFacts,
): Contender | undefined {
  const { pool, findHealth, configuredVoices, earlierChoices, previousChoice } = facts;
  if (model.locales && !supportsLocale({ supported_languages: [...model.locales] }, locale)) return undefined;
  const modelRef = { provider: provider.id, model: model.id };
  const line = { locale_code: locale, character_name: null };
  const assignment = createVoiceAssigner(pool, { main: () => modelRef, onlyMainProvider: true })(line);
  // The config names a voice of another local model, which only that model speaks.
  if (!assignment || assignment.model.id !== model.id) return undefined;
  let voice_id = assignment.voice.id;
  // A voice of an earlier run that can still speak. A voice that the catalog got later does not replace it.
  const earlierChoice = configuredVoices.has(voice_id)
    ? undefined
    : earlierChoices.find(isSameModel(modelRef));
  const voices = pool.byProvider.get(provider.id) ?? [];
  if (earlierChoice && voices.some(({ id, is_active }) => id === earlierChoice.voice_id && is_active))
    voice_id = earlierChoice.voice_id;
  // The price for 1,000 characters in USD: 0 for the embedded engine, null if it is not known.
  let price = provider.listVoices ? null : 0;
  if (model.price) price = Math.round(usdPer1000In(model.price, locale) * 1e6) / 1e6;
  return {
    ...modelRef,
    voice_id,
    usd_per_1000_characters: terms.usd_per_1000_characters ?? price,
    quality: terms.quality ?? model.quality ?? null,
    ...findHealth({ ...modelRef, locale_code: locale }),
    is_incumbent: previousChoice !== undefined && isSameModel(modelRef)(previousChoice),
  };
}

/** A provider and model that can speak a locale, before the comparison. */
export interface Contender extends Omit<ProviderCandidate, 'score' | 'is_avoided'> {
  voice_id: string;
  /** Whether the previous run chose it. An unnecessary change would give new lines a different voice. */
  is_incumbent: boolean;
}

export type RankedContender = Contender & Pick<ProviderCandidate, 'score' | 'is_avoided'>;

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
export function rankContenders(contenders: readonly Contender[], sensitivity: number): RankedContender[] {
  const prices = contenders.flatMap(({ usd_per_1000_characters: usd }) => usd ?? []);
  const qualities = contenders.flatMap(({ quality }) => quality ?? []);
  const highestPrice = Math.max(0, ...prices);
  const lowestQuality = Math.min(HIGHEST_QUALITY, ...qualities);
  const computeScore = (contender: Contender): number => {
    // Qualities are from 1 to 4; 0 for the lowest, 1 for the highest.
    const quality = ((contender.quality ?? lowestQuality) - 1) / (HIGHEST_QUALITY - 1);
    // 1 for free, 0 for the highest price and for an unknown one.
    const price = contender.usd_per_1000_characters;
    let cheapness = 0;
    if (price !== null) cheapness = highestPrice === 0 ? 1 : 1 - price / highestPrice;
    const weightedSum = (1 - sensitivity) * quality + sensitivity * cheapness;
    const slowness = Math.min(1, (contender.latency_ms ?? 0) / SLOW_MS);
    const bonus = contender.is_incumbent ? INCUMBENT_BONUS : 0;
    return weightedSum - contender.failure_rate - LATENCY_WEIGHT * slowness + bonus;
  };
  return contenders
    .map((contender) => ({
      ...contender,
      score: Math.round(computeScore(contender) * 10_000) / 10_000,
      is_avoided: contender.failure_rate > AVOIDED_FROM,
    }))
    .sort(
      (a, b) =>
        Number(a.is_avoided) - Number(b.is_avoided) ||
        b.score - a.score ||
        (b.quality ?? 0) - (a.quality ?? 0) ||
        (`${a.provider}/${a.model}` < `${b.provider}/${b.model}` ? -1 : 1),
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
  const runNode = { run_id: run.id, node_id: routing.node_id };
  const storedRoutes = await findRoutes(app.db, runNode, routing.locales);
  const missingLocales = routing.locales.filter((locale) => !storedRoutes.has(locale));
  if (missingLocales.length === 0) return storedRoutes;
  const payers = await loadPayers(app.db, routing.workspace_id);
  const request = { ...routing, locales: missingLocales };
  const routes = await previewRoutes(app, request, { payers, retryOf: run.retry_of });
  await insertRoutes(app.db, { ...runNode, workspace_id: routing.workspace_id, now: app.clock() }, routes);
  // Another worker may have stored its choice first.
  return findRoutes(app.db, runNode, routing.locales);
}

/** The choices that a run would make now; a retry repeats those of its original run that are still usable. */
export async function previewRoutes(
  app: RoutingApp,
  routing: RoutingRequest,
  { payers, retryOf }: { payers: Payers; retryOf: string | null },
): Promise<Map<string, Route>> {
  const routes = await chooseRoutes(app, routing, payers);
  if (retryOf === null) return routes;
  const today = app.clock().toISOString().slice(0, 10);
  const runNode = { run_id: retryOf, node_id: routing.node_id };
  for (const [locale, route] of await findRoutes(app.db, runNode, routing.locales)) {
    const provider = app.speech.get(route.provider);
    const model = provider && findModel(provider, route.model);
    if (!model || !isModelAvailable(model, today) || !choosePayer(payers, provider, model)) continue;
    routes.set(locale, { ...route, reason: { ...route.reason, kept_from: retryOf } });
  }
  return routes;
}
