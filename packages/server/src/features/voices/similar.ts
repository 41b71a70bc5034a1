import type { SimilarVoicesQuery } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { getVoice } from './actions.ts';
import { similarityOf } from './features.ts';
import type { VoiceRow } from './queries.ts';
import { findNearest } from './sample-queries.ts';

interface SimilarRequest {
  workspaceId: string;
  id: string;
  query: SimilarVoicesQuery;
}

/** The voices that sound most like one; empty if its features are unknown. Nothing is synthesized. */
export async function findSimilar(
  { db }: Pick<App, 'db'>,
  { workspaceId, id, query }: SimilarRequest,
): Promise<{ row: VoiceRow; similarity_score: number }[]> {
  const { language, limit } = query;
  const { features } = await getVoice({ db }, workspaceId, id);
  if (features === null) return [];
  const nearest = await findNearest(db, { workspaceId, id, features, language, limit });
  return nearest.map((row) => ({ row, similarity_score: similarityOf(row.distance) }));
}
