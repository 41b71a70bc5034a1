import { closeSync, openSync, rmSync } from 'node:fs';
import { createWavHeader, toInt16 } from '../codecs/wav/wav-encode.ts';
import { type Delivery, finish, type MasterFacts, withFixedRate } from '../master/deliver.ts';
import { type Leveling, levelAudio, powerToLevel } from '../master/level.ts';
import type { MasterSettings } from '../master/master.ts';
import { createRoomTone } from '../measure/room-tone.ts';
import { checkSampleRate, toDecibels } from '../pcm.ts';
import { limitStream, scaleStream } from './limit-stream.ts';
import { inspectStream, measureStream, streamEstimate, streamLoudness } from './measure-stream.ts';
import { mapBlocks, openWav, type PcmStream, storeStream, writeAll } from './pcm-stream.ts';
import { shapeStream } from './shape-stream.ts';

/** Files of a master: of the source, of the result, and of the audio between two steps. */
export interface MasterPaths {
  input: string;
  output: string;
  scratch: string;
}

const LEVELING: Leveling<PcmStream> = {
  lufs: (stream) => streamLoudness(stream).lufs,
  estimate: streamEstimate,
  rms: (stream) => powerToLevel(measureStream(stream).power),
  truePeak: (stream) => toDecibels(measureStream(stream).true_peak),
  limit: limitStream,
  tryGains(stream, ceiling, work) {
    let lastStream = stream;
    const report = work((gainDb) => {
      const louder = gainDb === 0 ? { ...stream } : scaleStream(stream, gainDb);
      const limited = limitStream(louder, ceiling);
      lastStream = limited ?? louder;
      return { pcm: lastStream, limited: limited !== undefined };
    });
    return { pcm: lastStream, report };
  },
};

/**
 * Masters a WAV file into a WAV file, block by block, so that hours of audio fit into little memory. The result is the same as
 * that of `deliver`. Undefined, without a result, if this needs the whole audio in memory.
 */
export async function deliverStream(
  { input, output, scratch }: MasterPaths,
  requestedSettings: MasterSettings,
): Promise<MasterFacts | undefined> {
  const settings = withFixedRate(requestedSettings);
  const source = openWav(input);
  // Less than a block gains nothing.
  if (settings.format !== 'wav' || !source || source.length < source.sampleRate) return undefined;
  if (settings.sample_rate !== null) checkSampleRate(settings.sample_rate);
  const shaped = shapeStream(source, settings);
  // Files have at most two channels.
  if (!shaped || shaped.stream.channelCount > 2) return undefined;
  try {
    const stored = storeStream(shaped.stream, scratch);
    const delivery: Delivery<PcmStream, void> = {
      level: (stream, levelSettings) => levelAudio(stream, levelSettings, LEVELING),
      addRoomTone: (stream, levelDbfs) => mapBlocks(stream, () => createRoomTone(levelDbfs)),
      encode: async (stream) => writeWav(stream, output),
      inspect: async (stream) => inspectStream(stream, 'wav'),
    };
    const { file: _, ...facts } = await finish(stored, { settings, shapeReport: shaped.report }, delivery);
    return facts;
  } finally {
    rmSync(scratch, { force: true });
  }
}

/** Writes a file of 16 bits, over an earlier one. */
function writeWav(stream: PcmStream, path: string): void {
  const { sampleRate, channelCount, length } = stream;
  const file = openSync(path, 'w', 0o600);
  try {
    writeAll(file, createWavHeader({ tag: 1, channels: channelCount, sampleRate, sampleBytes: 2 }, length));
    for (const block of stream.blocks()) {
      const frames = block[0]?.length ?? 0;
      const bytes = Buffer.alloc(2 * frames * channelCount);
      for (const [offset, channel] of block.entries())
        for (let frame = 0; frame < frames; frame++)
          bytes.writeInt16LE(toInt16(channel[frame] ?? 0), 2 * (frame * channelCount + offset));
      writeAll(file, bytes);
    }
  } finally {
    closeSync(file);
  }
}
