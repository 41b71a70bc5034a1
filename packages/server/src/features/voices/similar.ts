import { PROVIDERS, type SimilarVoicesQuery } from '@voiceloom/contract';
import pMap from 'p-map';
import { getVoice } from './actions.ts';
import { similarityOf } from './features.ts';
import type { VoiceRow } from './queries.ts';
import { ensureSample, type SampleApp, wantedSample } from './sample.ts';
import { findNearest, findSampleOwners } from './sample-queries.ts';

/** Providers whose samples cost nothing, so that all of them can be made to compare them. */
const EMBEDDED = Object.entries(PROVIDERS).flatMap(([id, { embedded }]) => (embedded ? [id] : []));
const AT_ONCE = 4;

interface SimilarRequest {
  workspaceId: string;
  id: string;
  query: SimilarVoicesQuery;
}

/** The voices that sound most like one; none where there is nothing to hear of it. */
export async function findSimilar(
  app: SampleApp,
  { workspaceId, id, query }: SimilarRequest,
): Promise<{ row: VoiceRow; similarity_score: number }[]> {
  const { language, limit } = query;
  const asked = await getVoice(app, workspaceId, id);
  if (EMBEDDED.includes(asked.provider)) await ensureSample(app, asked);
  const { features } = await getVoice(app, workspaceId, id);
  if (features === null) return [];
  await sampleEmbedded(app, { workspaceId, language });
  const nearest = await findNearest(app.db, { workspaceId, id, features, language, limit });
  return nearest.map((row) => ({ row, similarity_score: similarityOf(row.distance) }));
}

async function sampleEmbedded(
  app: SampleApp,
  { workspaceId, language }: { workspaceId: string; language: readonly string[] | undefined },
): Promise<void> {
  const owners = await findSampleOwners(app.db, { workspaceId, providers: EMBEDDED, language });
  const missing = owners.filter((voice) => wantedSample(app, voice)?.id !== voice.sample_id);
  await pMap(missing, (voice) => ensureSample(app, voice), { concurrency: AT_ONCE });
}
