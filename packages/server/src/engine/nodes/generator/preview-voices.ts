import { resolveControls } from '@voiceloom/contract';
import type { VoiceAssignment } from '../../casting/voice-pool.ts';
import type { EngineApp } from '../../engine-app.ts';
import { NodeFailure } from '../../model.ts';
import type { PreparedRun } from '../../start/prepare.ts';
import { callInParts } from './speak.ts';
import { openSpeakers } from './speaker.ts';

const DEADLINE_MS = 25_000;

/** The different voices and models that the lines of a locale are cast with, in the order of the lines. */
export function voicesInCast({ generators }: PreparedRun, locale: string): VoiceAssignment[] {
  const parts = new Map<string, VoiceAssignment>();
  for (const { lines, fallbacks } of generators) {
    for (const line of lines) {
      const part = line.locale_code === locale ? fallbacks.assignmentFor(line) : undefined;
      const key = part && `${part.model.id}/${part.voice.id}`;
      if (part && key && !parts.has(key)) parts.set(key, part);
    }
  }
  return [...parts.values()];
}

/** Speaks one text in several voices, outside a run. Returns the audio of each voice, or why it has no audio. */
export async function speakInVoices(
  app: EngineApp,
  parts: readonly VoiceAssignment[],
  { workspace_id, id, ...said }: { workspace_id: string; id: string; locale_code: string; text: string },
) {
  const call = {
    app,
    run: { workspace_id },
    signal: AbortSignal.timeout(DEADLINE_MS),
    waitsForRecovery: false,
  };
  const speakerOf = await openSpeakers(
    call,
    parts.map(({ provider }) => provider),
  );
  const speak = async (part: VoiceAssignment) => {
    const speaker = speakerOf(part);
    if (speaker instanceof NodeFailure) return { error: speaker };
    const { provider_voice_id } = part.voice;
    const { controls } = resolveControls(part.model, part.controls, null);
    const manner = { speed: part.speed, pitch: part.pitch, controls };
    const idempotency_key = `preview/${id}/${part.voice.id}/${part.model.id}`;
    const { credentials } = speaker;
    const own = { ...(credentials && { credentials }), idempotency_key };
    const request = { ...said, ...manner, ...own, model: part.model.id, provider_voice_id };
    return callInParts(speaker, request, call);
  };
  const orReason = async (part: VoiceAssignment) => {
    const spoken = await speak(part).catch((error: unknown) => {
      if (error instanceof NodeFailure) return { error };
      if (call.signal.aborted) return { error: { message: `${part.provider.id} did not respond in time.` } };
      throw error;
    });
    return 'error' in spoken
      ? { part, made: null, reason: spoken.error.message }
      : { part, made: spoken.result, reason: null };
  };
  return Promise.all(parts.map(orReason));
}
