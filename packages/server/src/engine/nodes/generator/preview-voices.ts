import { resolveControls } from '@voiceloom/contract';
import type { SpeechRequest } from '../../../providers/speech/index.ts';
import type { Fallbacks } from '../../casting/fallbacks.ts';
import type { CastLine, VoiceAssignment } from '../../casting/voice-pool.ts';
import type { EngineApp } from '../../engine-app.ts';
import { NodeFailure } from '../../model.ts';
import { callInParts } from './speak.ts';
import { openSpeakers } from './speaker.ts';

const DEADLINE_MS = 25_000;

interface CastGenerator {
  lines: readonly CastLine[];
  fallbacks: Fallbacks;
}

/** The different voices and models that the lines of a locale are cast with, in the order of the lines. */
export function voicesInCast(generators: readonly CastGenerator[], locale: string): VoiceAssignment[] {
  const parts = new Map<string, VoiceAssignment>();
  for (const { lines, fallbacks } of generators) {
    for (const line of lines) {
      if (line.locale_code !== locale) continue;
      const part = fallbacks.assignmentFor(line);
      if (!part) continue;
      const key = `${part.model.id}/${part.voice.id}`;
      if (!parts.has(key)) parts.set(key, part);
    }
  }
  return [...parts.values()];
}

/** Speaks one text in several voices, outside a run. Returns the audio of each voice, or why it has no audio. */
export async function speakInVoices(
  app: EngineApp,
  parts: readonly VoiceAssignment[],
  preview: { workspace_id: string; id: string; locale_code: string; text: string },
) {
  const { workspace_id, id, locale_code, text } = preview;
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const call = { app, run: { workspace_id }, signal, waitsForRecovery: false };
  const providers = parts.map(({ provider }) => provider);
  const findSpeaker = await openSpeakers(call, providers);

  async function speak(part: VoiceAssignment) {
    const speaker = findSpeaker(part);
    if (speaker instanceof NodeFailure) return { part, made: null, reason: speaker.message };
    const { controls } = resolveControls(part.model, part.controls, null);
    const request: SpeechRequest = {
      locale_code,
      text,
      speed: part.speed,
      pitch: part.pitch,
      controls,
      idempotency_key: `preview/${id}/${part.voice.id}/${part.model.id}`,
      model: part.model.id,
      provider_voice_id: part.voice.provider_voice_id,
    };
    if (speaker.credentials) request.credentials = speaker.credentials;
    try {
      const speech = await callInParts(speaker, request, call);
      if ('error' in speech) return { part, made: null, reason: speech.error.message };
      return { part, made: speech.result, reason: null };
    } catch (error) {
      if (error instanceof NodeFailure) return { part, made: null, reason: error.message };
      if (signal.aborted) return { part, made: null, reason: `${part.provider.id} did not respond in time.` };
      throw error;
    }
  }

  return Promise.all(parts.map(speak));
}
