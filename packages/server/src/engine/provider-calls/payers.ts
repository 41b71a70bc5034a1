import type { PaidBy } from '@voiceloom/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { findAccountPlan } from '../../ledger/account-plan.ts';
import { hasPriceOfText } from '../../providers/speech/credits.ts';
import type { SpeechModel, SpeechProvider } from '../../providers/speech/index.ts';
import { listPlatformProviders, type PlatformAccess } from './platform-keys.ts';

export type { PlatformAccess };

/** What decides who pays for the speech of a workspace. It is read once for a chunk, an estimate or a response. */
export interface Payers {
  /** The providers that the workspace has a usable key for. */
  ownKeys: ReadonlySet<string>;
  /** Of these, the ones whose voices are listed. */
  listedKeys: ReadonlySet<string>;
  /** The providers whose own key was rejected. A platform key does not replace it, because the price would rise. */
  rejectedKeys: ReadonlySet<string>;
  /** Undefined while there are no platform keys. */
  platform: PlatformAccess | undefined;
}

/** Of a caller without a workspace. */
export const NO_PAYERS: Payers = {
  ownKeys: new Set(),
  listedKeys: new Set(),
  rejectedKeys: new Set(),
  platform: undefined,
};

/** Reads the keys of the workspace, and what its owner's plan may use if there are platform keys. */
export async function loadPayers(db: Db, workspaceId: string): Promise<Payers> {
  const [rows, platformProviders] = await Promise.all([
    db
      .selectFrom('provider_key')
      .select(['provider', 'status', 'voices_listed_at'])
      .where('workspace_id', '=', workspaceId)
      .execute(),
    listPlatformProviders(db),
  ]);
  const ownKeys = new Set<string>();
  const listedKeys = new Set<string>();
  const rejectedKeys = new Set<string>();
  for (const { provider, status, voices_listed_at } of rows) {
    if (status === 'invalid') rejectedKeys.add(provider);
    else ownKeys.add(provider);
    if (status !== 'invalid' && voices_listed_at) listedKeys.add(provider);
  }
  if (platformProviders.length === 0) return { ownKeys, listedKeys, rejectedKeys, platform: undefined };
  const { owner_id } = await db
    .selectFrom('workspace')
    .select('owner_id')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const { slug, platform: terms } = await findAccountPlan(db, owner_id);
  const providers = new Map<string, (typeof platformProviders)[number]>();
  for (const key of platformProviders)
    if (terms.providers.includes(key.provider)) providers.set(key.provider, key);
  return {
    ownKeys,
    listedKeys,
    rejectedKeys,
    platform: { account_id: owner_id, plan_slug: slug ?? '', terms, providers },
  };
}

type CalledProvider = Pick<SpeechProvider, 'id' | 'listVoices' | 'models'>;

/**
 * Who pays for a call. Undefined: nobody, so the provider cannot be called. Estimates and charges use this function
 * alone, so that a run costs what its estimate says.
 */
export function choosePayer(
  payers: Payers,
  provider: CalledProvider,
  model: Pick<SpeechModel, 'id'>,
): PaidBy | undefined {
  const { id, listVoices } = provider;
  if (!listVoices) return 'none';
  if (payers.ownKeys.has(id)) return 'workspace';
  if (payers.rejectedKeys.has(id) || !payers.platform?.providers.has(id)) return undefined;
  const { models } = payers.platform.terms;
  // A model whose price for a text is not known is not sold unless the plan names it. So are the unlisted models of some
  // servers.
  if (models === null)
    return provider.models.some((listed) => listed.id === model.id && hasPriceOfText(listed))
      ? 'platform'
      : undefined;
  return models.includes(`${id}/${model.id}`) ? 'platform' : undefined;
}

/** Who pays for a provider, if any of its models can be called. */
export function chooseProviderPayer(payers: Payers, provider: CalledProvider): PaidBy | undefined {
  const { id, listVoices } = provider;
  if (!listVoices) return 'none';
  if (payers.ownKeys.has(id)) return 'workspace';
  if (payers.rejectedKeys.has(id) || !payers.platform?.providers.has(id)) return undefined;
  const { models } = payers.platform.terms;
  if (models === null) return provider.models.some(hasPriceOfText) ? 'platform' : undefined;
  return models.some((model) => model.startsWith(`${id}/`)) ? 'platform' : undefined;
}

/** Whether a call can be made now: somebody pays, and the platform key is not unavailable. */
export function isCallable(
  payers: Payers,
  provider: CalledProvider,
  model: Pick<SpeechModel, 'id'>,
  now: Date,
): boolean {
  const paid_by = choosePayer(payers, provider, model);
  if (paid_by !== 'platform') return paid_by !== undefined;
  return isPlatformKeyUsable(payers, provider.id, now);
}

/** Whether calls with the platform key for a provider can be made now. */
export function isPlatformKeyUsable({ platform }: Payers, provider: string, now: Date): boolean {
  const key = platform?.providers.get(provider);
  if (!key || key.is_rejected) return false;
  return key.unavailable_until === null || key.unavailable_until <= now;
}

/** Who pays, and the credits for 1,000 characters: the reduced rate with an own key, or else the full rate. */
export interface SpeechRate {
  paid_by: PaidBy;
  credits_per_1000_characters: number;
}

/** The rate of a model. A provider that nobody has a key for shows the rate of own keys. */
export function findSpeechRate(payers: Payers, provider: CalledProvider, model: SpeechModel): SpeechRate {
  const paid_by = choosePayer(payers, provider, model) ?? 'none';
  return { paid_by, credits_per_1000_characters: findRate(model, paid_by) };
}

/** The credits for 1,000 characters, or for 1,000 bytes of a provider that bills these. */
export function findRate(model: SpeechModel, paidBy: PaidBy): number {
  const { credits_per_1000_characters: fullRate, own_key_credits_per_1000_characters: ownKeyRate } = model;
  return paidBy === 'platform' ? fullRate : (ownKeyRate ?? fullRate);
}

/** The voices that a workspace sees. */
export interface VoiceScope {
  workspace_id: string;
  /** The providers whose public voices it can use. */
  platform_providers: string[];
  /** Of these, the ones whose own key has listed voices: lists show these instead. */
  own_key_providers: string[];
}

export async function findVoiceScope(db: Db, workspaceId: string): Promise<VoiceScope> {
  const { platform, listedKeys } = await loadPayers(db, workspaceId);
  const platform_providers = [...(platform?.providers.keys() ?? [])];
  const own_key_providers = platform_providers.filter((provider) => listedKeys.has(provider));
  return { workspace_id: workspaceId, platform_providers, own_key_providers };
}

/** Whether the workspace can use the row of the table `voice`: its own, an embedded one, or one of a platform key. */
export const isVisibleVoice = ({
  workspace_id,
  platform_providers,
}: VoiceScope): RawBuilder<boolean> => sql<boolean>`(
  voice.workspace_id = ${workspace_id} or (voice.workspace_id is null and (
    not voice.is_of_platform_key or voice.provider = any(${platform_providers}::text[]))))`;

/** The same, without the voices of platform keys that an own key also has. */
export const isListedVoice = (scope: VoiceScope): RawBuilder<boolean> =>
  sql<boolean>`(${isVisibleVoice(scope)} and
    (not voice.is_of_platform_key or voice.provider <> all(${scope.own_key_providers}::text[])))`;
