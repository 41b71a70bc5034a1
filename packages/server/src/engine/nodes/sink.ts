import type { AudioFormat } from '@voiceloom/audio';
import {
  type AudioRow,
  type ChunkContext,
  failedLine,
  type LineNode,
  type LineWork,
  type Outcome,
} from '../model.ts';
import { configOf } from '../plan.ts';
import { digestOf, measuredFacts, readAudio, storeDerived } from './stored-audio.ts';

/** The port of a line that has reached a sink; no edge leaves it. */
export const DELIVERED = 'delivered';

/** Delivers lines in the configured format. */
export const sinkPreview: LineNode = {
  async open(context) {
    const { format } = configOf(context.node, 'sink_preview');
    return async (work, signal) => {
      if (!work.input) return failedLine('no_audio', 'The line reached the delivery without audio.');
      if (!format || format === work.input.format) return { port: DELIVERED };
      return convert(context, { work, input: work.input, format, signal });
    };
  },
};

/** A mastered file keeps its peak ceiling in the other format; an unmastered file has none. */
async function convert(
  context: ChunkContext,
  {
    work,
    input,
    format,
    signal,
  }: { work: LineWork; input: AudioRow; format: AudioFormat; signal: AbortSignal },
): Promise<Outcome> {
  const { audio: codec } = context.app;
  const ceiling = input.settings.true_peak_dbtp;
  const packing = { format, bitrate_kbps: null };
  const settings =
    typeof ceiling === 'number' ? { ...packing, ...UNTOUCHED, true_peak_dbtp: ceiling } : packing;
  const source = await readAudio(context, input);
  const mastered = 'true_peak_dbtp' in settings ? await codec.master(source, settings, signal) : undefined;
  const bytes = mastered?.bytes ?? (await codec.encode(source, packing, signal));
  const measured = mastered ?? (await codec.inspect(bytes, signal));
  signal.throwIfAborted();
  const reason = [input.facts.reason, mastered?.report.reason].filter(Boolean).join(' ') || null;
  const audio = await storeDerived(context, {
    work,
    input,
    bytes,
    format,
    settings,
    measured,
    reuse_key: digestOf('delivery', input.sha256, settings),
    facts: { ...input.facts, ...measuredFacts(measured), reason },
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
