import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { MasterFacts, MasterSettings } from '@voiceloom/audio';
import { MASTERING_PRESETS, masteringSettings } from '@voiceloom/contract';
import { freeBytes } from '../../storage/index.ts';
import { digestParts } from '../digest.ts';
import { type AudioRow, failedLine, type LineWork, type Outcome } from '../model.ts';
import type { ChunkContext, LineNode } from '../node-types.ts';
import { parseConfig } from '../plan.ts';
import { markAudioUsed } from '../runs/audio-use.ts';
import {
  awaitStorage,
  downloadAudio,
  pickMeasuredFacts,
  readAudio,
  storeDerived,
} from '../runs/stored-audio.ts';

/** Increase it when the same settings produce different bytes, so that older masters are not reused. */
const MASTERING_RELEASE = 3;

/** Longer takes are mastered on disk: in memory, they would need about twenty times as much. */
const MAX_BYTES_IN_MEMORY = 4 * 1_048_576;

export const operatorMastering: LineNode = {
  async open(context) {
    const { app, signal } = context;
    const config = parseConfig(context.node, 'operator_mastering');
    const baseSettings = masteringSettings(config);
    const { max_stretch_percent, preset } = config;
    const keep_padding = MASTERING_PRESETS[preset].padding_is_required;
    // Settings are part of the reuse key. Without a limit, `keep_padding` has no effect and is left out. Without a stretch,
    // a line without a limit has only the base settings.
    const selectSettings = ({ input, line: { max_duration_ms } }: LineWork): MasterSettings => {
      const settings: MasterSettings = { ...baseSettings };
      if (max_duration_ms !== null || max_stretch_percent !== 0)
        Object.assign(settings, { max_stretch_percent, max_duration_ms });
      if (max_duration_ms !== null) settings.keep_padding = keep_padding;
      const pauses = input?.facts.pauses;
      if (pauses) settings.pauses = { lead_ms: pauses.lead_ms, tail_ms: pauses.tail_ms };
      return settings;
    };
    const masters = await findMasters(context, selectSettings);
    return async (work) => {
      const { input } = work;
      if (!input) return failedLine('no_audio', 'The line reached mastering without audio.');
      const settings = selectSettings(work);
      const reuse_key = createReuseKey(input, settings);
      const existingMaster = masters.get(reuse_key.toString('hex'));
      if (existingMaster) return { port: 'audio', output_id: existingMaster };
      /** Describes and stores a master. */
      const store = async (master: MasterFacts, body: Uint8Array | (() => Readable)): Promise<Outcome> => {
        signal.throwIfAborted();
        const facts = describeMaster(input, master);
        const columns = { body, settings, format: settings.format, reuse_key, measurements: master, facts };
        const audio = await storeDerived(context, { ...work, input }, columns);
        return { port: 'audio', output_id: audio.id, audio };
      };
      if (input.format === 'wav' && settings.format === 'wav' && input.size_bytes > MAX_BYTES_IN_MEMORY) {
        const folder = await mkdtemp(join(tmpdir(), 'voiceloom-master-'));
        try {
          const file = (name: string): string => join(folder, name);
          const paths = { input: file('in.wav'), output: file('out.wav'), scratch: file('scratch') };
          await awaitStorage(context, () => downloadAudio(context, input, paths.input));
          const master = await app.audio.masterFile(paths, settings, signal);
          if (master) return await store(master, () => createReadStream(paths.output));
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      }
      const source = await awaitStorage(context, () => readAudio(context, input));
      const { bytes, ...master } = await app.audio.master(source, settings, signal);
      freeBytes(source);
      return store(master, bytes);
    };
  },
};

/** The facts of a master: its measurements, and what the take knows of the line. */
function describeMaster(input: AudioRow, master: MasterFacts) {
  const { report, duration_ms } = master;
  const { stretch, shift_ms } = report.time_map;
  // The pause after the last word may have been trimmed.
  const moveTime = (ms: number) => Math.min(duration_ms, Math.max(0, Math.round(ms * stretch + shift_ms)));
  const words = input.facts.words?.map((word) => ({
    ...word,
    start_ms: moveTime(word.start_ms),
    end_ms: moveTime(word.end_ms),
  }));
  const { syllables, pauses, word_times } = input.facts;
  const reasons: string[] = [];
  if (report.reason !== undefined) reasons.push(report.reason);
  if (pauses && stretch < 1)
    reasons.push(
      `The breaks are ${Math.round((1 - stretch) * 100)} % shorter, because the whole line is faster.`,
    );
  const reason = reasons.join(' ') || null;
  return { ...pickMeasuredFacts(master), syllables, reason, words, word_times, pauses };
}

/** Includes the take, because different takes can have identical bytes but different metadata. */
function createReuseKey(input: AudioRow, settings: object): Buffer {
  return digestParts('master', MASTERING_RELEASE, input.take_id, input.sha256, settings);
}

/** Masters of the same take with the same settings, in this workspace. */
async function findMasters(
  context: ChunkContext,
  selectSettings: (work: LineWork) => object,
): Promise<Map<string, string>> {
  const keys: Buffer[] = [];
  for (const work of context.works)
    if (work.input) keys.push(createReuseKey(work.input, selectSettings(work)));
  if (keys.length === 0) return new Map();
  const rows = await context.app.db
    .selectFrom('audio')
    .select(['id', 'reuse_key'])
    .where('workspace_id', '=', context.run.workspace_id)
    .where('reuse_key', 'in', keys)
    .where('kind', '=', 'master')
    .execute();
  const ids = rows.map((row) => row.id);
  const now = context.app.clock();
  const storedIds = await markAudioUsed(context.app.db, context.run.workspace_id, { ids, now });
  const availableRows = rows.filter((row) => storedIds.has(row.id));
  return new Map(availableRows.map((row) => [row.reuse_key.toString('hex'), row.id]));
}

/** The port of a line that has reached a sink; no edge leaves it. */
const DELIVERED = 'delivered';

/**
 * Delivers lines in the configured format. A mastered take keeps its true-peak ceiling in another format; other takes
 * have no ceiling.
 */
export const sinkPreview: LineNode = {
  async open(context) {
    const { format } = parseConfig(context.node, 'sink_preview');
    const { app, signal } = context;
    return async (work) => {
      const { input } = work;
      if (!input) return failedLine('no_audio', 'The line reached the delivery without audio.');
      if (!format || format === input.format) return { port: DELIVERED };
      const packing = { format, bitrate_kbps: null };
      const ceiling = input.settings.true_peak_dbtp;
      const source = await awaitStorage(context, () => readAudio(context, input));
      let settings: object = packing;
      let master: Awaited<ReturnType<typeof app.audio.master>> | undefined;
      if (typeof ceiling === 'number') {
        const limiting = { ...packing, ...NO_PROCESSING, true_peak_dbtp: ceiling };
        settings = limiting;
        master = await app.audio.master(source, limiting, signal);
      }
      const bytes = master?.bytes ?? (await app.audio.encode(source, packing, signal));
      const measurements = master ?? (await app.audio.inspect(bytes, signal));
      signal.throwIfAborted();
      const reason = [input.facts.reason, master?.report.reason].filter(Boolean).join(' ') || null;
      const audio = await storeDerived(
        context,
        { ...work, input },
        {
          body: bytes,
          format,
          settings,
          measurements,
          reuse_key: digestParts('delivery', input.sha256, settings),
          facts: { ...input.facts, ...pickMeasuredFacts(measurements), reason },
        },
      );
      return { port: DELIVERED, output_id: audio.id, audio };
    };
  },
};

/** Mastering that only limits the peaks that encoding would raise above the ceiling. */
const NO_PROCESSING = {
  trim_silence: false,
  padding_ms: 0,
  fade_ms: 0,
  loudness_lufs: null,
  sample_rate: null,
  channels: null,
};
