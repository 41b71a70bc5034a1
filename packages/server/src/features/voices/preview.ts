import { createHash } from 'node:crypto';
import type { DownloadLink, VoicePreviewInput } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { speakInVoices } from '../../engine/index.ts';
import { ApiError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { findModel } from '../../providers/registry.ts';
import { SIGNED_URL_S } from '../../storage/index.ts';
import { linkToSample } from './actions.ts';
import { getVoice } from './queries.ts';
import { sampleText } from './sample.ts';

const content_type = 'audio/wav';
/** Previews are deleted after a day. A link to an older one could outlive it. */
const MAX_AGE_MS = 23 * 3_600_000;

/**
 * Lets a voice speak its sample text. With the own key of the workspace, once a day for each locale: nobody reserves the
 * money of this call, so that repeating it must cost nothing. Other voices have a sample that everybody shares.
 */
export async function previewVoice(
  app: App,
  { workspaceId, id, body, now }: { workspaceId: string; id: string; body: VoicePreviewInput; now: Date },
): Promise<DownloadLink> {
  const voice = await getVoice(app.db, workspaceId, id);
  const provider = app.speech.get(voice.provider);
  const defaultModel = provider && findModel(provider, null);
  const supported = voice.supported_models;
  let model = defaultModel;
  if (provider && supported && !supported.includes(defaultModel?.id ?? ''))
    model = findModel(provider, supported[0] ?? null);
  if (!provider || !model || !voice.is_active)
    throw new ApiError('CONFLICT', 'The provider of the voice is not available, or no longer has the voice.');
  if (!provider.listVoices) return linkToSample(app, { workspaceId, id, now });
  const locale_code = body.locale ?? voice.supported_languages[0] ?? 'en-us';
  const text = sampleText(locale_code);
  const parts = [voice.id, voice.provider_voice_id, model.id, locale_code, text];
  const name = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 36);
  const key = `previews/${workspaceId}/${name}.wav`;
  const existingPreview = await app.storage.head(key);
  if (!existingPreview || now.getTime() - existingPreview.modified_at.getTime() > MAX_AGE_MS) {
    const assignment = { voice, is_chosen: true, provider, model, speed: 1, pitch: 0, controls: {} };
    const request = { workspace_id: workspaceId, id: newId(), locale_code, text };
    const [result] = await speakInVoices(app, [assignment], request);
    if (!result?.speech) throw new ApiError('CONFLICT', result?.reason ?? 'The voice did not speak.');
    await app.storage.put(key, result.speech.audio, { content_type });
  }
  const filename = `${voice.name}.wav`;
  const ticket = await app.storage.downloadTicket({
    key,
    filename,
    content_type,
    expires_in_s: SIGNED_URL_S,
  });
  return { url: ticket.url, filename, expires_at: ticket.expires_at.toISOString() };
}
