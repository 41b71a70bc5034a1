import { buffer } from 'node:stream/consumers';
import type { MasterSettings } from '../../audio/index.ts';
import { useAudio } from '../audio-use.ts';
import type { AudioRow } from '../chunks/load.ts';
import { configOf } from '../chunks/load.ts';
import { type ChunkContext, failedLine, type LineNode, type LineWork, type Outcome } from './node.ts';
import { digestOf, storeDerived } from './stored-audio.ts';

/** Changes when the same settings would give other bytes: masters of older releases are then not reused. */
const MASTERING_RELEASE = 1;

export const operatorMastering: LineNode = {
  async open(context) {
    const settings = configOf(context.node, 'operator_mastering');
    const known = await storedMasters(context, settings);
    return async (work, signal) => {
      if (!work.input) return failedLine('no_audio', 'The line came to mastering without audio.');
      const stored = known.get(reuseKey(work.input, settings).toString('hex'));
      if (stored) return { port: 'audio', output_id: stored };
      return masterLine(context, { work, input: work.input, settings, signal });
    };
  },
};

interface Mastering {
  work: LineWork;
  input: AudioRow;
  settings: MasterSettings;
  signal: AbortSignal;
}

async function masterLine(context: ChunkContext, mastering: Mastering): Promise<Outcome> {
  const { work, input, settings, signal } = mastering;
  const source = await context.app.storage.get(input.object_key);
  const made = await context.app.audio.master(await buffer(source.stream), settings, signal);
  signal.throwIfAborted();
  const { bytes, content_type, report, lufs, loudness_method, true_peak_dbtp, peaks, metrics } = made;
  const syllables = input.facts.syllables ?? null;
  const reason = report.reason ?? null;
  const audio = await storeDerived(context, {
    ...{ work, input, bytes, content_type, settings },
    format: settings.format,
    reuse_key: reuseKey(input, settings),
    measured: made,
    facts: { lufs, loudness_method, true_peak_dbtp, peaks, metrics, syllables, reason },
  });
  return { port: 'audio', output_id: audio.id, audio };
}

function reuseKey(input: AudioRow, settings: object): Buffer {
  return digestOf('master', MASTERING_RELEASE, input.sha256, settings);
}

/** The same take mastered with the same settings before, in this workspace. */
async function storedMasters(context: ChunkContext, settings: object): Promise<Map<string, string>> {
  const keys = context.works.flatMap((work) => (work.input ? [reuseKey(work.input, settings)] : []));
  if (keys.length === 0) return new Map();
  const rows = await context.app.db
    .selectFrom('audio')
    .select(['id', 'reuse_key'])
    .where('workspace_id', '=', context.run.workspace_id)
    .where('reuse_key', 'in', keys)
    .where('kind', '=', 'master')
    .execute();
  const ids = rows.map((row) => row.id);
  const there = await useAudio(context.app.db, context.run.workspace_id, { ids, now: context.app.clock() });
  const kept = rows.filter((row) => there.has(row.id));
  return new Map(kept.map((row) => [row.reuse_key.toString('hex'), row.id]));
}
