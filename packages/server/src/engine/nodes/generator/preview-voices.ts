import { resolveControls } from '@voiceloom/contract';
import type { SpeechRequest } from '../../../providers/speech/index.ts';
import type { Fallbacks } from '../../casting/fallbacks.ts';
import type { CastLine, VoiceAssignment } from '../../casting/voice-pool.ts';
import type { EngineApp } from '../../engine-app.ts';
import { NodeFailure } from '../../model.ts';
import { synthesizeInParts } from './speak.ts';
import { openSpeakers } from './speaker.ts';

const DEADLINE_MS = 25_000;

/** The different voices and models that the lines of a locale are cast with, in the order of the lines. */
export function voicesInCast(
  generators: readonly { lines: readonly CastLine[]; fallbacks: Fallbacks }[],
  locale: string,
): VoiceAssignment[] {
  const assignments = new Map<string, VoiceAssignment>();
  for (const { lines, fallbacks } of generators) {
    for (const line of lines) {
      if (line.locale_code !== locale) continue;
      const assignment = fallbacks.assignmentFor(line);
      if (!assignment) continue;
      const key = `${assignment.model.id}/${assignment.voice.id}`;
      if (!assignments.has(key)) assignments.set(key, assignment);
    }
  }
  return [...assignments.values()];
}

/** Speaks one text in several voices, outside a run. Returns the audio of each voice, or why it has no audio. */
export async function speakInVoices(
  app: EngineApp,
  assignments: readonly VoiceAssignment[],
  preview: { workspace_id: string; id: string; locale_code: string; text: string },
) {
  const { workspace_id, id, locale_code, text } = preview;
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const call = { app, run: { workspace_id }, signal, waitsForRecovery: false };
  const providers = assignments.map(({ provider }) => provider);
  // A preview costs no credits.
  const { findSpeaker } = await openSpeakers(call, providers, (provider) => {
    const message = `A preview of this voice needs an own key for ${provider.id}.`;
    return new NodeFailure('provider_key_missing', message);
  });

  async function speak(assignment: VoiceAssignment) {
    const speaker = findSpeaker(assignment);
    if (speaker instanceof NodeFailure) return { assignment, speech: null, reason: speaker.message };
    const { controls } = resolveControls(assignment.model, assignment.controls, null);
    const request: SpeechRequest = {
      locale_code,
      text,
      speed: assignment.speed,
      pitch: assignment.pitch,
      controls,
      idempotency_key: `preview/${id}/${assignment.voice.id}/${assignment.model.id}`,
      model: assignment.model.id,
      provider_voice_id: assignment.voice.provider_voice_id,
    };
    if (speaker.credentials) request.credentials = speaker.credentials;
    try {
      const callResult = await synthesizeInParts(speaker, request, call);
      if ('error' in callResult) return { assignment, speech: null, reason: callResult.error.message };
      return { assignment, speech: callResult.result, reason: null };
    } catch (error) {
      if (error instanceof NodeFailure) return { assignment, speech: null, reason: error.message };
      if (signal.aborted)
        return { assignment, speech: null, reason: `${assignment.provider.id} did not respond in time.` };
      throw error;
    }
  }

  return Promise.all(assignments.map(speak));
}
