import type { z } from 'zod';
import type { NodeTypeDefinition } from './node-type.ts';
import { operatorGenerator } from './operator-generator.ts';
import { operatorMastering } from './operator-mastering.ts';
import { operatorNormalizer } from './operator-normalizer.ts';
import { operatorTranslator } from './operator-translator.ts';
import { sinkPreview } from './sink-preview.ts';
import { sourceAudio } from './source-audio.ts';
import { sourceScript } from './source-script.ts';
import {
  validatorErrorRate,
  validatorLoudness,
  validatorNaturalness,
  validatorNoise,
  validatorPacing,
  validatorPronunciation,
} from './validators.ts';

/** Every node type by its ID. */
export const NODE_TYPES = {
  source_script: sourceScript,
  source_audio: sourceAudio,
  operator_translator: operatorTranslator,
  operator_normalizer: operatorNormalizer,
  operator_generator: operatorGenerator,
  operator_mastering: operatorMastering,
  validator_error_rate: validatorErrorRate,
  validator_naturalness: validatorNaturalness,
  validator_noise: validatorNoise,
  validator_pacing: validatorPacing,
  validator_loudness: validatorLoudness,
  validator_pronunciation: validatorPronunciation,
  sink_preview: sinkPreview,
} as const;

/** The ID of a node type, such as `source_script`. */
export type NodeTypeId = keyof typeof NODE_TYPES;

/** The filled-in config of a node type. */
export type NodeConfig<T extends NodeTypeId = NodeTypeId> = z.output<(typeof NODE_TYPES)[T]['config']>;

/** The config of a node type as it may be sent: every field may be left out. */
export type NodeConfigInput<T extends NodeTypeId = NodeTypeId> = z.input<(typeof NODE_TYPES)[T]['config']>;

/** The IDs of all node types. */
export const NODE_TYPE_IDS = Object.keys(NODE_TYPES) as [NodeTypeId, ...NodeTypeId[]];

/** The node type called `id`, or undefined. */
export function findNodeType(id: string): NodeTypeDefinition | undefined {
  return Object.hasOwn(NODE_TYPES, id) ? NODE_TYPES[id as NodeTypeId] : undefined;
}
