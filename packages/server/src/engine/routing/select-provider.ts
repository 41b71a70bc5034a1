import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import type { RouteChoice } from '../../db/rows.ts';
import { usdPer1000In } from '../../providers/speech/credits.ts';
import type { SpeechModel, SpeechProvider } from '../../providers/speech/index.ts';
import { speaks } from '../casting/assign-voice.ts';
import { modelOf } from '../casting/takes.ts';
import {
  castOf,
  type GeneratorConfig,
  loadVoicePool,
  namedVoices,
  type Voice,
  type VoicePool,
} from '../casting/voice-pool.ts';
import { findKeyedProviders } from '../provider-calls/provider-keys.ts';
import { type HealthOf, loadHealth } from './provider-health.ts';
import { type Contender, rankContenders } from './provider-score.ts';
import { findEarlierRoutes, type Route } from './route-queries.ts';

type RoutingApp = Pick<App, 'db' | 'speech' | 'clock'>;

export interface RoutingRequest {
  workspace_id: string;
  /** Undefined for a definition that is not saved. */
  workflow_id: string | undefined;
  node_id: string;
  config: GeneratorConfig;
  locales: readonly string[];
}

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
export async function chooseRoutes(app: RoutingApp, routing: RoutingRequest): Promise<Map<string, Route>> {
  const { workspace_id, workflow_id, config, locales, node_id } = routing;
  const now = app.clock();
  const candidates = await usableCandidates(app, workspace_id, config);
  if (candidates.length === 0 || locales.length === 0) return new Map();
  const providers = new Set(candidates.map(({ provider }) => provider.id));
  const pool = await loadVoicePool(app, workspace_id, { config, providers });
  const healthOf = await loadHealth(app.db, { workspace_id, locales, now });
  const earlier = await findEarlierRoutes(app.db, { workspace_id, workflow_id, node_id, locales });
  const price_sensitivity = await sensitivityOf(app.db, workspace_id);
  const named = new Set(namedVoices(config).map(({ voice_id }) => voice_id));
  const routes = new Map<string, Route>();
  for (const locale of locales) {
    const all = earlier.get(locale) ?? [];
    // A voice that the config named and no longer names must not speak again.
    const before = all.filter((route) => !route.names_voice || named.has(route.voice_id));
    const contenders = candidates.flatMap((candidate) =>
      contenderOf(candidate, locale, { pool, healthOf, named, before, incumbent: all[0] }),
    );
    const ranked = rankContenders(contenders, price_sensitivity);
    const [best] = ranked;
    if (!best) continue;
    const { provider, model, voice_id } = best;
    const shown = ranked.slice(0, SHOWN).map(({ voice_id: _, is_incumbent: _incumbent, ...facts }) => facts);
    const usable = before.filter(
      (route) => route.price_sensitivity === price_sensitivity && contenders.some(isSameModel(route)),
    );
    routes.set(locale, {
      provider,
      model,
      voice_id,
      why: {
        price_sensitivity,
        names_voice: named.has(voice_id),
        candidates: shown,
        earlier: otherChoices(best, usable),
      },
    });
  }
  return routes;
}

async function sensitivityOf(db: Db, workspaceId: string): Promise<number> {
  const { routing_price_sensitivity } = await db
    .selectFrom('workspace')
    .select('routing_price_sensitivity')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return routing_price_sensitivity;
}

/** The candidates of the config, or else all models, limited to those that the workspace can use today. */
export async function usableCandidates(
  { db, speech, clock }: RoutingApp,
  workspaceId: string,
  config: GeneratorConfig,
): Promise<Candidate[]> {
  const keyed = await findKeyedProviders(db, workspaceId);
  const today = clock().toISOString().slice(0, 10);
  const named: CandidateConfig[] =
    config.routing.candidates.length > 0
      ? config.routing.candidates
      : [...speech.keys()].map((provider) => ({ provider: provider as CandidateConfig['provider'] }));
  const found = new Map<string, Candidate>();
  for (const { provider: id, model: name, ...said } of named) {
    const provider = speech.get(id);
    if (!provider || (provider.listVoices && !keyed.has(id))) continue;
    const model = name === undefined ? undefined : modelOf(provider, name);
    const models = name === undefined ? provider.models : model ? [model] : [];
    for (const one of models) {
      const isThere = one.retires_at === undefined || one.retires_at >= today;
      const key = `${id}/${one.id}`;
      // An entry that names the model takes precedence over one that names only the provider.
      if (isThere && (name !== undefined || !found.has(key))) found.set(key, { provider, model: one, said });
    }
  }
  return [...found.values()];
}

type ModelRef = Pick<RouteChoice, 'provider' | 'model'>;

const isSameModel = (one: ModelRef) => (other: ModelRef) =>
  one.provider === other.provider && one.model === other.model;

/** Distinct choices of earlier runs, without the new one. */
function otherChoices(chosen: RouteChoice, before: readonly RouteChoice[]): RouteChoice[] {
  const keyOf = ({ provider, model, voice_id }: RouteChoice) => JSON.stringify([provider, model, voice_id]);
  const others = new Map(
    before.map(({ provider, model, voice_id }) => {
      const choice = { provider, model, voice_id };
      return [keyOf(choice), choice];
    }),
  );
  others.delete(keyOf(chosen));
  return [...others.values()].slice(0, SHOWN);
}

interface ContenderFacts {
  pool: VoicePool;
  healthOf: HealthOf;
  /** The voices that the config names. */
  named: ReadonlySet<string>;
  /** The choices of earlier runs whose voices may speak again, newest first. */
  before: readonly RouteChoice[];
  /** The choice of the run before. */
  incumbent: RouteChoice | undefined;
}

/** Undefined if the model has no voice for the locale. */
function contenderOf(
  { provider, model, said }: Candidate,
  locale: string,
  { pool, healthOf, named, before, incumbent }: ContenderFacts,
): Contender[] {
  if (model.locales && !speaks({ supported_languages: [...model.locales] }, locale)) return [];
  const main = { provider: provider.id, model: model.id };
  const part = castOf(pool, { main: () => main, alone: true }).assignmentFor({
    locale_code: locale,
    character_name: null,
  });
  if (!part) return [];
  const place = { ...main, locale_code: locale };
  const kept = named.has(part.voice.id) ? undefined : before.find(isSameModel(main));
  return [
    {
      ...main,
      voice_id: (keptVoice(pool, kept) ?? part.voice).id,
      usd_per_1000_characters: said.usd_per_1000_characters ?? priceOf(provider, model, locale),
      quality: said.quality ?? model.quality ?? null,
      ...healthOf(place),
      is_incumbent: incumbent !== undefined && isSameModel(main)(incumbent),
    },
  ];
}

/** The voice of an earlier run, if it can still speak: a voice that was added to the catalog later does not replace it. */
function keptVoice({ byProvider }: VoicePool, before: RouteChoice | undefined): Voice | undefined {
  if (!before) return undefined;
  return byProvider.get(before.provider)?.find(({ id, is_active }) => id === before.voice_id && is_active);
}

/** The embedded engine is free; otherwise only known prices count. */
function priceOf({ listVoices }: SpeechProvider, { price }: SpeechModel, locale: string): number | null {
  if (price) return Math.round(usdPer1000In(price, locale) * 1e6) / 1e6;
  return listVoices ? null : 0;
}
