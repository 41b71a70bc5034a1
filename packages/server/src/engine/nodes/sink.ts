import { type AudioFormat, contentTypeOf } from '../../audio/index.ts';
import type { AudioRow } from '../chunks/load.ts';
import { configOf } from '../chunks/load.ts';
import { type ChunkContext, failedLine, type LineNode, type LineWork, type Outcome } from './node.ts';
import { digestOf, readAudio, storeDerived } from './stored-audio.ts';

/** The port of a line that has got to a delivery; no edge leaves it. */
export const DELIVERED = 'delivered';

/** Takes lines into the delivery, in the format it is set to. */
export const sinkPreview: LineNode = {
  async open(context) {
    const { format } = configOf(context.node, 'sink_preview');
    return async (work, signal) => {
      if (!work.input) return failedLine('no_audio', 'The line came to the delivery without audio.');
      if (!format || format === work.input.format) return { port: DELIVERED };
      return convert(context, { work, input: work.input, format, signal });
    };
  },
};

interface Conversion {
  work: LineWork;
  input: AudioRow;
  format: AudioFormat;
  signal: AbortSignal;
}

async function convert(context: ChunkContext, { work, input, format, signal }: Conversion): Promise<Outcome> {
  const settings = { format, bitrate_kbps: null };
  const { app } = context;
  const bytes = await app.audio.encode(await readAudio(context, input), settings, signal);
  const measured = await app.audio.inspect(bytes, signal);
  signal.throwIfAborted();
  const { metrics, lufs, loudness_method, true_peak_dbtp, peaks } = measured;
  const audio = await storeDerived(context, {
    ...{ work, input, bytes, format, settings, measured },
    content_type: contentTypeOf(format),
    reuse_key: digestOf('delivery', input.sha256, settings),
    facts: { ...input.facts, metrics, lufs, loudness_method, true_peak_dbtp, peaks },
  });
  return { port: DELIVERED, output_id: audio.id, audio };
}
