import type { VoiceFilters, VoiceListQuery } from '@voiceloom/contract';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Row, Schema } from '../../db/index.ts';
import { findVoiceScope, isListedVoice, isVisibleVoice, type VoiceScope } from '../../engine/index.ts';
import { notFound } from '../../errors.ts';

export type VoiceRow = Row<'voice'> & { is_favorite: boolean };

/** The columns that the provider defines. Each listing of the voices updates them. */
export const VOICE_COLUMNS = [
  'name',
  'description',
  'gender',
  'accent',
  'age',
  'category',
  'is_active',
  'supported_languages',
  'supported_models',
] as const;

/** The voices that a workspace may use: public ones and its own. */
function selectVoices(db: Db, scope: VoiceScope) {
  return db
    .selectFrom('voice')
    .selectAll('voice')
    .select(isFavorite(scope.workspace_id).as('is_favorite'))
    .where(isVisibleVoice(scope));
}

/** For a query on `voice`: whether the workspace has marked it. */
function isFavorite(workspaceId: string) {
  return sql<boolean>`exists (
    select from voice_favorite as favorite
    where favorite.voice_id = voice.id and favorite.workspace_id = ${workspaceId}
  )`;
}

export async function getVoice(db: Db, workspaceId: string, id: string): Promise<VoiceRow> {
  return selectVoices(db, await findVoiceScope(db, workspaceId))
    .where('voice.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('voice'));
}

/** The voices of a list, unordered. */
export function selectListedVoices(db: Db, { scope, query }: { scope: VoiceScope; query: VoiceListQuery }) {
  return selectVoices(db, scope)
    .where(isListedVoice(scope))
    .select(sql<string>`lower(voice.name)`.as('name_key'))
    .where((eb) => eb.and(listFilters(eb, scope.workspace_id, query)));
}

const ATTRIBUTES = ['source', 'gender', 'age', 'category', 'accent', 'provider'] as const;

/** The conditions of a list request; empty if it has no filters. */
export function listFilters(
  eb: ExpressionBuilder<Schema, 'voice'>,
  workspaceId: string,
  query: VoiceFilters,
): Expression<SqlBool>[] {
  const { model, language, any_language, favorites_only } = query;
  const text = query.search?.trim() ?? '';
  const filters: Expression<SqlBool>[] = [];
  for (const attribute of ATTRIBUTES) {
    const values = query[attribute];
    if (values !== undefined) filters.push(eb(`voice.${attribute}`, 'in', values));
  }
  if (model !== undefined) filters.push(sql<SqlBool>`voice.supported_models && ${model}::text[]`);
  if (language !== undefined) filters.push(supportsLocale(language));
  if (any_language) filters.push(sql<SqlBool>`voice.supported_languages = '{}'`);
  if (text !== '') {
    const words = sql`concat_ws(' ', voice.name, voice.description, voice.descriptor, array_to_string(voice.tags, ' '))`;
    filters.push(sql<SqlBool>`strpos(lower(${words}), lower(${text})) > 0`);
  }
  if (favorites_only) filters.push(isFavorite(workspaceId));
  return filters;
}

/** Voices of all regions speak a language without a region, such as `en`. */
function supportsLocale(languages: readonly string[]): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select from unnest(voice.supported_languages) as spoken
    where spoken = any(${languages}::text[]) or split_part(spoken, '-', 1) = any(${languages}::text[])
  )`;
}

export async function deleteFavorite(db: Db, { workspaceId, id }: { workspaceId: string; id: string }) {
  await db
    .deleteFrom('voice_favorite')
    .where('workspace_id', '=', workspaceId)
    .where('voice_id', '=', id)
    .execute();
}

export type SampleOwner = Pick<
  VoiceRow,
  'id' | 'workspace_id' | 'provider' | 'provider_voice_id' | 'supported_languages' | 'supported_models'
>;
export type SampleState = Pick<VoiceRow, 'sample_id' | 'sample_key'>;

export async function findSample(db: Db, id: string): Promise<SampleState | undefined> {
  return db.selectFrom('voice').select(['sample_id', 'sample_key']).where('id', '=', id).executeTakeFirst();
}

/** Returns true for the caller that must make the sample. If this caller crashes, its lease expires. */
export async function takeSampleLease(
  db: Db,
  { id, sampleId, now, until }: { id: string; sampleId: string; now: Date; until: Date },
): Promise<boolean> {
  const update = await db
    .updateTable('voice')
    .set({ sample_lease_until: until })
    .where('id', '=', id)
    .where('sample_id', 'is distinct from', sampleId)
    .where((eb) => eb.or([eb('sample_lease_until', 'is', null), eb('sample_lease_until', '<=', now)]))
    .executeTakeFirst();
  return update.numUpdatedRows > 0n;
}

/** Ends a lease and stores its result, unless another process has taken over the lease. */
export async function storeSample(
  db: Db,
  { id, lease }: { id: string; lease: Date },
  sample: Partial<Pick<VoiceRow, 'sample_id' | 'sample_key' | 'duration_seconds'>> = {},
): Promise<void> {
  await db
    .updateTable('voice')
    .set({ ...sample, sample_lease_until: null })
    .where('id', '=', id)
    .where('sample_lease_until', '=', lease)
    .execute();
}

/** The voices with the smallest distance to `features`, closest first. */
export async function findNearest(
  db: Db,
  request: {
    workspaceId: string;
    id: string;
    features: number[];
    language: readonly string[] | undefined;
    limit: number;
  },
): Promise<(VoiceRow & { distance: number })[]> {
  const { workspaceId, id, features, language, limit } = request;
  const distance = sql<number>`(
    select sqrt(avg((mine - theirs) ^ 2))
    from unnest(${features}::float8[], voice.features) as pair (mine, theirs)
  )`;
  const scope = await findVoiceScope(db, workspaceId);
  return selectVoices(db, scope)
    .where(isListedVoice(scope))
    .select(distance.as('distance'))
    .where('voice.id', '<>', id)
    .where('voice.is_active', '=', true)
    .where(sql<SqlBool>`cardinality(voice.features) = ${features.length}`)
    .$if(language !== undefined, (rows) => rows.where(supportsLocale(language ?? [])))
    .orderBy('distance')
    .orderBy('voice.id')
    .limit(limit)
    .execute();
}
