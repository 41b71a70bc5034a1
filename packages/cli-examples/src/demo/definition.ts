import { chain, type NodeConfigs, type WorkflowDefinitionInput } from '@voiceloom/sdk';

type Parts = {
  uploadId: string;
  voices: NonNullable<NodeConfigs['operator_generator']['voices_by_character']>;
};

const TARGET_LUFS = -16;

/**
 * Script, voices, noise check, pacing check, mastering, loudness check, delivery. Rejected takes are spoken
 * again.
 */
export function demoDefinition({ uploadId, voices }: Parts): WorkflowDefinitionInput {
  return chain(
    ['source_script', { input_type: 'file', upload_ids: [uploadId] }],
    ['operator_generator', { provider: 'espeak', voices_by_character: voices }],
    ['validator_noise'],
    ['validator_pacing', { max_retry: 2 }],
    ['operator_mastering', { format: 'mp3', loudness_lufs: TARGET_LUFS }],
    ['validator_loudness', { target_lufs: TARGET_LUFS, max_retry: 1 }],
    ['sink_preview'],
  );
}
