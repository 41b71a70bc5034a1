import { randomUUID } from 'node:crypto';
import type { NodeConfigs, WorkflowDefinitionInput } from '@voiceloom/sdk';

type Parts = { uploadId: string; voices: NodeConfigs['operator_generator']['voices_by_character'] };

const TARGET_LUFS = -16;

/** A node with its config checked against its type. */
function node<T extends keyof NodeConfigs>(type: T, config: NodeConfigs[T], column: number) {
  return { id: randomUUID(), type, config: { ...config }, position: { x: column * 240, y: 0 } };
}

type From = { id: string; port: string };
type To = { id: string; port: string };

const edge = (source: From, target: To) => ({
  id: randomUUID(),
  source: source.id,
  sourcePort: source.port,
  target: target.id,
  targetPort: target.port,
});

/**
 * Script -> voices -> noise check -> pacing check -> mastering -> loudness check -> delivery. What a check
 * refuses goes back to the voices, which speak it again.
 */
export function demoDefinition({ uploadId, voices }: Parts): WorkflowDefinitionInput {
  const script = node('source_script', { input_type: 'file', upload_ids: [uploadId] }, 0);
  const speech = node('operator_generator', { provider: 'espeak', voices_by_character: voices ?? {} }, 1);
  const noise = node('validator_noise', {}, 2);
  const pacing = node('validator_pacing', { max_retry: 2 }, 3);
  const mastering = node('operator_mastering', { format: 'mp3', loudness_lufs: TARGET_LUFS }, 4);
  const loudness = node('validator_loudness', { target_lufs: TARGET_LUFS, max_retry: 1 }, 5);
  const delivery = node('sink_preview', {}, 6);
  const [lines, audio] = ['lines', 'audio'];
  return {
    graph: {
      nodes: [script, speech, noise, pacing, mastering, loudness, delivery],
      edges: [
        edge({ id: script.id, port: lines }, { id: speech.id, port: lines }),
        edge({ id: speech.id, port: audio }, { id: noise.id, port: audio }),
        edge({ id: noise.id, port: 'pass' }, { id: pacing.id, port: audio }),
        edge({ id: pacing.id, port: 'pass' }, { id: mastering.id, port: audio }),
        edge({ id: mastering.id, port: audio }, { id: loudness.id, port: audio }),
        edge({ id: loudness.id, port: 'pass' }, { id: delivery.id, port: audio }),
        ...[noise, pacing, loudness].map(({ id }) =>
          edge({ id, port: 'fail' }, { id: speech.id, port: lines }),
        ),
      ],
    },
  };
}
