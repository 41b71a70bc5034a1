import type { DownloadLink, SimilarVoicesQuery } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { insertMissing } from '../../db/upsert.ts';
import { notFound } from '../../errors.ts';
import { SIGNED_URL_S } from '../../storage/index.ts';
import { toSimilarity } from './features.ts';
import { findNearest, getVoice, type VoiceRow } from './queries.ts';
import { ensureSample, type SampleApp } from './sample.ts';

interface VoiceRequest {
  workspaceId: string;
  id: string;
  now: Date;
}

/** Idempotent. */
export async function favoriteVoice(
  app: Pick<App, 'db'>,
  { workspaceId, id, now }: VoiceRequest,
): Promise<VoiceRow> {
  const voice = await getVoice(app.db, workspaceId, id);
  const favorite = { workspace_id: workspaceId, voice_id: id, created_at: now };
  await insertMissing(app.db, 'voice_favorite', [favorite]);
  return { ...voice, is_favorite: true };
}

/** The audio of a voice: its own recording, or a sample that is synthesized when it is first needed. */
export async function linkToSample(
  app: SampleApp,
  { workspaceId, id, now }: VoiceRequest,
): Promise<DownloadLink> {
  const voice = await getVoice(app.db, workspaceId, id);
  const filename = `${voice.name}.wav`;
  const expires_in_s = SIGNED_URL_S;
  if (voice.sample_url !== null) {
    const expires_at = new Date(now.getTime() + expires_in_s * 1_000).toISOString();
    return { url: voice.sample_url, filename, expires_at };
  }
  const key = await ensureSample(app, voice);
  if (key === null) throw notFound('voice sample');
  const content_type = 'audio/wav';
  const ticket = await app.storage.downloadTicket({ key, filename, content_type, expires_in_s });
  return { url: ticket.url, filename, expires_at: ticket.expires_at.toISOString() };
}

/** The voices that sound most like this one. Empty if its features are unknown. */
export async function findSimilar(
  { db }: Pick<App, 'db'>,
  { workspaceId, id, query }: { workspaceId: string; id: string; query: SimilarVoicesQuery },
): Promise<{ row: VoiceRow; similarity_score: number }[]> {
  const { language, limit } = query;
  const { features } = await getVoice(db, workspaceId, id);
  if (features === null) return [];
  const nearest = await findNearest(db, { workspaceId, id, features, language, limit });
  return nearest.map((row) => ({ row, similarity_score: toSimilarity(row.distance) }));
}
