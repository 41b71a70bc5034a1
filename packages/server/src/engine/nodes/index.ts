import type { NodeTypeId } from '@voiceloom/contract';
import type { LineNode, SourceNode } from '../node-types.ts';
import { operatorGenerator } from './generator/generator.ts';
import { operatorMastering, sinkPreview } from './mastering.ts';
import { operatorNormalizer } from './normalizer.ts';
import { sourceAudio, sourceScript } from './sources.ts';
import { operatorTranslator } from './translator.ts';
import { validatorNaturalness } from './validators/naturalness.ts';
import { validatorLoudness, validatorNoise, validatorPacing } from './validators/validators.ts';
import { validatorErrorRate, validatorPronunciation } from './validators/words.ts';

type SourceType = Extract<NodeTypeId, `source_${string}`>;

/** A node type in the contract without an implementation here does not compile. */
const SOURCES: Record<SourceType, SourceNode> = { source_script: sourceScript, source_audio: sourceAudio };

const LINES: Record<Exclude<NodeTypeId, SourceType>, LineNode> = {
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
};

export const sourceNodes: Partial<Record<NodeTypeId, SourceNode>> = SOURCES;
export const lineNodes: Partial<Record<NodeTypeId, LineNode>> = LINES;

export { discardAudio } from './sources.ts';
