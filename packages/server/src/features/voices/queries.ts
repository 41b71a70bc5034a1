import type { VoiceFilters, VoiceListQuery } from '@voiceloom/contract';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, NewRow, Row, Schema } from '../../db/index.ts';

export type VoiceRow = Row<'voice'> & { is_favorite: boolean };

type Builder = ExpressionBuilder<Schema, 'voice'>;

/** Voices that a workspace may use: the platform's and its own. */
export function selectVoices(db: Db, workspaceId: string) {
  return db
    .selectFrom('voice')
    .selectAll('voice')
    .select(isFavorite(workspaceId).as('is_favorite'))
    .where((eb) => eb.or([eb('workspace_id', 'is', null), eb('workspace_id', '=', workspaceId)]));
}

function isFavorite(workspaceId: string) {
  return sql<boolean>`exists (
    select from voice_favorite as favorite
    where favorite.voice_id = voice.id and favorite.workspace_id = ${workspaceId}
  )`;
}

export async function findVoice(db: Db, workspaceId: string, id: string): Promise<VoiceRow | undefined> {
  return selectVoices(db, workspaceId).where('voice.id', '=', id).executeTakeFirst();
}

type ListOf = { workspaceId: string; query: VoiceListQuery };

/** The voices of a list, unordered. */
export function selectListedVoices(db: Db, { workspaceId, query }: ListOf) {
  return selectVoices(db, workspaceId)
    .select(sql<string>`lower(voice.name)`.as('name_key'))
    .where((eb) => eb.and(listFilters(eb, workspaceId, query)));
}

/** The number of voices in a list. */
export function countListedVoices(db: Db, { workspaceId, query }: ListOf) {
  return db
    .selectFrom('voice')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where((eb) => eb.or([eb('workspace_id', 'is', null), eb('workspace_id', '=', workspaceId)]))
    .where((eb) => eb.and(listFilters(eb, workspaceId, query)));
}

export function listFilters(eb: Builder, workspaceId: string, query: VoiceFilters): Expression<SqlBool>[] {
  const filters = [...attributeFilters(eb, query), ...textFilters(query)];
  return query.favorites_only ? [...filters, isFavorite(workspaceId)] : filters;
}

const ATTRIBUTES = ['source', 'gender', 'age', 'category', 'accent', 'provider'] as const;

function attributeFilters(eb: Builder, query: VoiceFilters): Expression<SqlBool>[] {
  return ATTRIBUTES.flatMap((attribute) => {
    const wanted = query[attribute];
    return wanted === undefined ? [] : [eb(`voice.${attribute}`, 'in', wanted)];
  });
}

function textFilters({ model, language, search }: VoiceFilters): Expression<SqlBool>[] {
  const filters: Expression<SqlBool>[] = [];
  if (model !== undefined) filters.push(sql<SqlBool>`voice.supported_models && ${model}::text[]`);
  if (language !== undefined) filters.push(speaks(language));
  if (search !== undefined && search.trim() !== '') filters.push(mentions(search.trim()));
  return filters;
}

/** A language without a region (`en`) is spoken by the voices of all its regions. */
export function speaks(languages: readonly string[]): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select from unnest(voice.supported_languages) as spoken
    where spoken = any(${languages}::text[]) or split_part(spoken, '-', 1) = any(${languages}::text[])
  )`;
}

function mentions(text: string): Expression<SqlBool> {
  const words = sql`concat_ws(' ', voice.name, voice.description, voice.descriptor, array_to_string(voice.tags, ' '))`;
  return sql<SqlBool>`strpos(lower(${words}), lower(${text})) > 0`;
}

export async function insertFavorite(db: Db, row: NewRow<'voice_favorite'>): Promise<void> {
  await db
    .insertInto('voice_favorite')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteFavorite(
  db: Db,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<void> {
  await db
    .deleteFrom('voice_favorite')
    .where('workspace_id', '=', workspaceId)
    .where('voice_id', '=', id)
    .execute();
}
