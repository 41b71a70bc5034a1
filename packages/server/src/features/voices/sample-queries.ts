import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { VoiceRow } from './queries.ts';
import { selectVoices, speaks } from './queries.ts';

export type SampleOwner = Pick<
  VoiceRow,
  'id' | 'workspace_id' | 'provider' | 'provider_voice_id' | 'supported_languages'
>;
export type SampleState = Pick<VoiceRow, 'sample_id' | 'sample_key'>;

export async function findSample(db: Db, id: string): Promise<SampleState | undefined> {
  return db.selectFrom('voice').select(['sample_id', 'sample_key']).where('id', '=', id).executeTakeFirst();
}

/** True for the caller that makes the sample. Its lease expires if it crashes. */
export async function takeSampleLease(
  db: Db,
  { id, sampleId, now, until }: { id: string; sampleId: string; now: Date; until: Date },
): Promise<boolean> {
  const taken = await db
    .updateTable('voice')
    .set({ sample_lease_until: until })
    .where('id', '=', id)
    .where('sample_id', 'is distinct from', sampleId)
    .where((eb) => eb.or([eb('sample_lease_until', 'is', null), eb('sample_lease_until', '<=', now)]))
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

interface Stored extends Partial<Pick<VoiceRow, 'sample_id' | 'sample_key' | 'duration_seconds'>> {
  id: string;
  lease: Date;
}

/** Ends a lease with its result. A lease that another process took over stays. */
export async function storeSample(db: Db, { id, lease, ...sample }: Stored): Promise<void> {
  await db
    .updateTable('voice')
    .set({ ...sample, sample_lease_until: null })
    .where('id', '=', id)
    .where('sample_lease_until', '=', lease)
    .execute();
}

type Languages = readonly string[] | undefined;
const inLanguages = (languages: Languages): Expression<SqlBool>[] =>
  languages === undefined ? [] : [speaks(languages)];

export interface Likeness {
  workspaceId: string;
  id: string;
  features: number[];
  language: Languages;
  limit: number;
}

/** The voices nearest to `features`, the nearest first. */
export async function findNearest(
  db: Db,
  { workspaceId, id, features, language, limit }: Likeness,
): Promise<(VoiceRow & { distance: number })[]> {
  const distance = sql<number>`(
    select sqrt(avg((mine - theirs) ^ 2))
    from unnest(${features}::float8[], voice.features) as pair (mine, theirs)
  )`;
  return selectVoices(db, workspaceId)
    .select(distance.as('distance'))
    .where('voice.id', '<>', id)
    .where('voice.is_active', '=', true)
    .where(sql<SqlBool>`cardinality(voice.features) = ${features.length}`)
    .where((eb) => eb.and(inLanguages(language)))
    .orderBy('distance')
    .orderBy('voice.id')
    .limit(limit)
    .execute();
}
