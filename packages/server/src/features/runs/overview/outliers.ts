import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import type { RunRow } from '../queries.ts';
import { hasEnded } from '../view.ts';

/** null where nothing was compared. */
export type OutlierCount = number | null;

/** Comparing reads the measurements of every line; longer runs have their outliers in the report of the export. */
export const MOST_COMPARED_LINES = 5_000;

type CountedRun = Pick<RunRow, 'id' | 'workspace_id' | 'status' | 'lines_delivered'>;

/**
 * How many delivered lines of an ended run do not sound like the others of their voice and locale: over 2.5 standard
 * deviations away in speaking rate, loudness or pitch, and audibly so. The same rule as in the report. The measurements
 * of a line are one large value, which is unpacked once.
 */
export async function countOutliers(db: Db, run: CountedRun): Promise<OutlierCount> {
  if (!hasEnded(run) || run.lines_delivered > MOST_COMPARED_LINES) return null;
  const result = await sql<{ outliers: number }>`
    with heard as (
      select audio.voice_id, run_line.locale_code, facts.lufs, metrics.pitch_median_hz as pitch,
        facts.syllables * 1000 / nullif(metrics.speech_ms, 0) as rate
      from run_line
      join audio on audio.workspace_id = ${run.workspace_id} and audio.id = run_line.audio_id
      cross join lateral jsonb_to_record(audio.facts) as facts (lufs float8, syllables float8, metrics jsonb)
      cross join lateral jsonb_to_record(facts.metrics) as metrics (pitch_median_hz float8, speech_ms float8)
      where run_line.run_id = ${run.id} and run_line.status = 'delivered'
    ), compared as (
      select *,
        case when count(lufs) over voice >= 10 then greatest(2.5 * stddev_samp(lufs) over voice, 1) end as lufs_limit,
        case when count(pitch) over voice >= 10
          then greatest(2.5 * stddev_samp(pitch) over voice, avg(pitch) over voice * (power(2, 1.5 / 12) - 1)) end
          as pitch_limit,
        case when count(rate) over voice >= 10
          then greatest(2.5 * stddev_samp(rate) over voice, avg(rate) over voice * 0.15) end as rate_limit,
        avg(lufs) over voice as lufs_mean, avg(pitch) over voice as pitch_mean, avg(rate) over voice as rate_mean
      from heard
      window voice as (partition by voice_id, locale_code)
    )
    select count(*)::int as outliers
    from compared
    where abs(lufs - lufs_mean) > lufs_limit or abs(pitch - pitch_mean) > pitch_limit
      or abs(rate - rate_mean) > rate_limit`.execute(db);
  return result.rows[0]?.outliers ?? 0;
}
