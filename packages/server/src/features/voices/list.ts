import { FACET_PLURALS, type VoiceFacets, type VoiceFilters, type VoiceListQuery } from '@voiceloom/contract';
import { type RawBuilder, sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { findVoiceScope, isListedVoice, type VoiceScope } from '../../engine/index.ts';
import { listViews, toListOrder } from '../../lists/page.ts';
import { listFilters, selectListedVoices } from './queries.ts';
import { voiceView } from './view.ts';

const keys = {
  name: { column: 'lower(voice.name)', direction: 'asc', key: 'name_key', type: 'text' },
  created_at: { column: 'voice.created_at', direction: 'asc', key: 'created_at', type: 'timestamp' },
  uses_count: { column: 'voice.uses_count', direction: 'asc', key: 'uses_count', type: 'int' },
} as const;

/** A page of the voices that the workspace can use, with their total. */
export async function listVoices(
  app: Pick<App, 'db' | 'speech' | 'baseUrl'>,
  { workspaceId, query, url }: { workspaceId: string; query: VoiceListQuery; url: URL },
) {
  const scope = await findVoiceScope(app.db, workspaceId);
  return listViews({
    list: 'voices',
    url,
    page: query,
    order: toListOrder(query, { keys, first: 'name' }),
    query: selectListedVoices(app.db, { scope, query }),
    counted: true,
    owner: workspaceId,
    view: (row) => voiceView(app, row),
  });
}

type Facet = keyof typeof FACET_PLURALS;

/** The values that a voice has for each facet. The filter of a facet has the same name. */
const VALUES: Record<Facet, RawBuilder<unknown>> = {
  source: sql`array[voice.source]`,
  gender: sql`array[voice.gender]`,
  age: sql`array[voice.age]`,
  category: sql`array[voice.category]`,
  accent: sql`array[voice.accent]`,
  provider: sql`array[voice.provider]`,
  model: sql`voice.supported_models`,
  language: sql`voice.supported_languages`,
};
const FACETS = Object.keys(VALUES) as Facet[];

/** A facet ignores its own filter, so that it shows the alternatives. */
export async function countFacets(
  db: Db,
  { workspaceId, filters }: { workspaceId: string; filters: VoiceFilters },
): Promise<VoiceFacets> {
  const scope = await findVoiceScope(db, workspaceId);
  const [firstQuery, ...otherQueries] = FACETS.map((facet) => selectFacet(db, { scope, filters, facet }));
  const query = otherQueries.reduce((union, query) => union?.unionAll(query), firstQuery);
  const rows = (await query?.execute()) ?? [];
  rows.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  const facets: Record<string, { value: string; count: number }[]> = {};
  for (const facet of FACETS) {
    const facetRows = rows.filter((row) => row.facet === facet);
    const values = facetRows.map(({ value, count }) => ({ value, count }));
    facets[facet] = values;
    facets[FACET_PLURALS[facet]] = values;
  }
  return facets as VoiceFacets;
}

/** The number of voices with each value of one attribute. All filters apply except that of the attribute itself. */
function selectFacet(
  db: Db,
  { scope, filters, facet }: { scope: VoiceScope; filters: VoiceFilters; facet: Facet },
) {
  const otherFilters = { ...filters, [facet]: undefined };
  return db
    .selectFrom('voice')
    .innerJoinLateral(sql<{ value: string }>`unnest(${VALUES[facet]})`.as<'own'>(sql`own(value)`), (join) =>
      join.onTrue(),
    )
    .select((eb) => [
      sql<string>`${facet}::text`.as('facet'),
      'own.value',
      eb.fn.countAll<number>().as('count'),
    ])
    .where(isListedVoice(scope))
    .where('own.value', 'is not', null)
    .where((eb) => eb.and(listFilters(eb as never, scope.workspace_id, otherFilters)))
    .groupBy('own.value');
}
