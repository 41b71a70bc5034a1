import type { AudioFormat, MasterSettings, TimeMap } from '@voiceloom/audio';
import { MASTERING_PRESETS, masteringSettings, type NodeConfig } from '@voiceloom/contract';
import type { AudioFacts } from '../../db/rows.ts';
import { freeBytes } from '../../storage/index.ts';
import { digestParts } from '../digest.ts';
import { type AudioRow, failedLine, type LineWork, type Outcome } from '../model.ts';
import type { ChunkContext, LineNode } from '../node-types.ts';
import { configOf } from '../plan.ts';
import { useAudio } from '../runs/audio-use.ts';
import { awaitStorage, measuredFacts, readAudio, storeDerived } from '../runs/stored-audio.ts';

/** Increase it when the same settings produce different bytes, so that older masters are not reused. */
const MASTERING_RELEASE = 3;

export const operatorMastering: LineNode = {
  async open(context) {
    const settingsFor = selectSettings(configOf(context.node, 'operator_mastering'));
    const masters = await findMasters(context, settingsFor);
    return async (work) => {
      const { input } = work;
      if (!input) return failedLine('no_audio', 'The line reached mastering without audio.');
      const settings = settingsFor(work);
      const stored = masters.get(reuseKey(input, settings).toString('hex'));
      if (stored) return { port: 'audio', output_id: stored };
      return masterLine(context, { ...work, input }, settings);
    };
  },
};

/** Sets `max_duration_ms` and `keep_padding` only for lines with a limit, because settings are part of the reuse key. */
function selectSettings(config: NodeConfig<'operator_mastering'>): (work: LineWork) => MasterSettings {
  const settings = masteringSettings(config);
  const { max_stretch_percent } = config;
  const free =
    max_stretch_percent === 0 ? settings : { ...settings, max_stretch_percent, max_duration_ms: null };
  const keep_padding = MASTERING_PRESETS[config.preset].padding_is_required;
  return ({ line: { max_duration_ms } }) =>
    max_duration_ms === null ? free : { ...settings, max_stretch_percent, max_duration_ms, keep_padding };
}

async function masterLine(
  context: ChunkContext,
  work: LineWork & { input: AudioRow },
  settings: MasterSettings,
): Promise<Outcome> {
  const { input } = work;
  const { app, signal } = context;
  const source = await awaitStorage(context, () => readAudio(context, input));
  const master = await app.audio.master(source, settings, signal);
  freeBytes(source);
  signal.throwIfAborted();
  const { bytes, report } = master;
  const audio = await storeDerived(context, work, {
    bytes,
    settings,
    format: settings.format,
    reuse_key: reuseKey(input, settings),
    measured: master,
    facts: {
      ...measuredFacts(master),
      syllables: input.facts.syllables,
      reason: report.reason ?? null,
      words: shiftWordTimes(input.facts.words, { ...report.time_map, duration_ms: master.duration_ms }),
    },
  });
  return { port: 'audio', output_id: audio.id, audio };
}

/** The word timestamps in the master; the pause after the last word may have been trimmed. */
function shiftWordTimes(
  words: AudioFacts['words'],
  { stretch, shift_ms, duration_ms }: TimeMap & { duration_ms: number },
): AudioFacts['words'] {
  const moved = (ms: number) => Math.min(duration_ms, Math.max(0, Math.round(ms * stretch + shift_ms)));
  return words?.map((word) => ({ ...word, start_ms: moved(word.start_ms), end_ms: moved(word.end_ms) }));
}

/** Includes the take, because different takes can have identical bytes but different metadata. */
function reuseKey(input: AudioRow, settings: object): Buffer {
  return digestParts('master', MASTERING_RELEASE, input.take_id, input.sha256, settings);
}

/** Masters of the same take with the same settings, in this workspace. */
async function findMasters(
  context: ChunkContext,
  settingsFor: (work: LineWork) => object,
): Promise<Map<string, string>> {
  const keys = context.works.flatMap((work) => (work.input ? [reuseKey(work.input, settingsFor(work))] : []));
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
  const available = rows.filter((row) => there.has(row.id));
  return new Map(available.map((row) => [row.reuse_key.toString('hex'), row.id]));
}

/** The port of a line that has reached a sink; no edge leaves it. */
const DELIVERED = 'delivered';

/** Delivers lines in the configured format. */
export const sinkPreview: LineNode = {
  async open(context) {
    const { format } = configOf(context.node, 'sink_preview');
    return async (work) => {
      if (!work.input) return failedLine('no_audio', 'The line reached the delivery without audio.');
      if (!format || format === work.input.format) return { port: DELIVERED };
      return convert(context, { ...work, input: work.input }, format);
    };
  },
};

/** Converts a take to another format. A mastered take keeps its true-peak ceiling; other takes have no ceiling. */
async function convert(
  context: ChunkContext,
  work: LineWork & { input: AudioRow },
  format: AudioFormat,
): Promise<Outcome> {
  const { input } = work;
  const { audio: codec } = context.app;
  const { signal } = context;
  const ceiling = input.settings.true_peak_dbtp;
  const packing = { format, bitrate_kbps: null };
  const settings =
    typeof ceiling === 'number' ? { ...packing, ...UNTOUCHED, true_peak_dbtp: ceiling } : packing;
  const source = await awaitStorage(context, () => readAudio(context, input));
  const mastered = 'true_peak_dbtp' in settings ? await codec.master(source, settings, signal) : undefined;
  const bytes = mastered?.bytes ?? (await codec.encode(source, packing, signal));
  const measurements = mastered ?? (await codec.inspect(bytes, signal));
  signal.throwIfAborted();
  const reason = [input.facts.reason, mastered?.report.reason].filter(Boolean).join(' ') || null;
  const audio = await storeDerived(context, work, {
    bytes,
    format,
    settings,
    measured: measurements,
    reuse_key: digestParts('delivery', input.sha256, settings),
    facts: { ...input.facts, ...measuredFacts(measurements), reason },
  });
  return { port: DELIVERED, output_id: audio.id, audio };
}

/** Mastering that only limits the peaks that encoding would raise above the ceiling. */
const UNTOUCHED = {
  trim_silence: false,
  padding_ms: 0,
  fade_ms: 0,
  loudness_lufs: null,
  sample_rate: null,
  channels: null,
};
