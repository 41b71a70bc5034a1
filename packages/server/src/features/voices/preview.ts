import type { DownloadLink, VoicePreviewInput } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { speakInVoices } from '../../engine/index.ts';
import { ApiError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { findModel } from '../../providers/registry.ts';
import { SIGNED_URL_S } from '../../storage/index.ts';
import { getVoice } from './queries.ts';
import { sampleText } from './sample.ts';

const content_type = 'audio/wav';

/** Speaks a short text in one voice. Unlike a sample, only this workspace hears it, so its own key may pay for it. */
export async function previewVoice(
  app: App,
  { workspaceId, id, body }: { workspaceId: string; id: string; body: VoicePreviewInput },
): Promise<DownloadLink> {
  const voice = await getVoice(app.db, workspaceId, id);
  const locale_code = body.locale ?? voice.supported_languages[0] ?? 'en-us';
  const text = body.text ?? sampleText(locale_code);
  const provider = app.speech.get(voice.provider);
  const defaultModel = provider && findModel(provider, null);
  const supported = voice.supported_models;
  let model = defaultModel;
  if (provider && supported && !supported.includes(defaultModel?.id ?? ''))
    model = findModel(provider, supported[0] ?? null);
  if (!provider || !model || !voice.is_active)
    throw new ApiError('CONFLICT', 'The provider of the voice is not available, or no longer has the voice.');
  const assignment = { voice, is_chosen: true, provider, model, speed: 1, pitch: 0, controls: {} };
  const request = { workspace_id: workspaceId, id: newId(), locale_code, text };
  const [result] = await speakInVoices(app, [assignment], request);
  if (!result?.speech) throw new ApiError('CONFLICT', result?.reason ?? 'The voice did not speak.');
  const key = `previews/${workspaceId}/${newId()}.wav`;
  await app.storage.put(key, result.speech.audio, { content_type });
  const filename = `${voice.name}.wav`;
  const ticket = await app.storage.downloadTicket({
    key,
    filename,
    content_type,
    expires_in_s: SIGNED_URL_S,
  });
  return { url: ticket.url, filename, expires_at: ticket.expires_at.toISOString() };
}
