import type { NodeTypeId } from '@voiceloom/contract';
import { validatorErrorRate } from './error-rate.ts';
import { operatorGenerator } from './generator.ts';
import { operatorMastering } from './mastering.ts';
import { validatorNaturalness } from './naturalness.ts';
import type { LineNode, SourceNode } from './node.ts';
import { operatorNormalizer } from './normalizer.ts';
import { validatorPronunciation } from './pronunciation.ts';
import { sinkPreview } from './sink.ts';
import { sourceScript } from './source.ts';
import { sourceAudio } from './source-audio.ts';
import { operatorTranslator } from './translator.ts';
import { validatorLoudness, validatorNoise, validatorPacing } from './validators.ts';

type SourceType = Extract<NodeTypeId, `source_${string}`>;

/** A node type of the contract without a worker here does not compile. */
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
