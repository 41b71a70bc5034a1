import type { StoredVerdict } from '../../../db/rows.ts';
import type { ChunkContext, LineWork } from '../../model.ts';
import { digestOf } from '../stored-audio.ts';

/** A margin, so that the next take does not narrowly miss the limit. */
const MARGIN = 1.04;

/** The seed of a take: the same for every attempt, but different after a check sends the line back. */
export function seedOf({ run, node, iteration }: ChunkContext, { line, input_id }: LineWork): number {
  return digestOf('seed', run.id, node.id, iteration, line.no, input_id).readUInt32BE(0) >>> 1;
}

/** The speed factor that would have passed; above 1 is faster. */
export function tempo(verdict: StoredVerdict | undefined): number {
  if (verdict?.kind !== 'pacing') return 1;
  const number = (key: string): number | undefined => {
    const value = verdict.evidence[key];
    return typeof value === 'number' && value > 0 ? value : undefined;
  };
  const limit = number('max_duration_ms');
  const duration = number('duration_ms');
  if (limit && duration && duration > limit) return (duration / limit) * MARGIN;
  const rate = number('syllables_per_second');
  const slowest = number('min_syllables_per_second');
  const fastest = number('max_syllables_per_second');
  if (rate && slowest && rate < slowest) return (slowest / rate) * MARGIN;
  if (rate && fastest && rate > fastest) return fastest / rate / MARGIN;
  return 1;
}
