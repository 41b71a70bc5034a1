import type { ChannelWindow } from '../measure/true-peak.ts';
import type { PcmStream } from './pcm-stream.ts';

/** A block of a stream, with samples of its neighbors on both sides; zeros before the start and after the end. */
export interface BlockWindow {
  channels: Float32Array[];
  /** Where the block begins in the channels, and its length. */
  before: number;
  length: number;
  /** How many samples of the stream follow the block in the channels. */
  following: number;
  isFirst: boolean;
}

/** What a true peak depends on, on each side. */
export const PEAK_REACH = 32;
/** The samples before a part that are examined again, because the first ones of a search lack their neighbors. */
const OVERLAP = 16;

/** The blocks of a stream with `before` and `after` samples around them, each at most a second. */
export function* blockWindows(
  stream: PcmStream,
  { before, after }: { before: number; after: number },
): Generator<BlockWindow> {
  let earlier = Array.from({ length: stream.channelCount }, () => new Float32Array(before));
  let current: Float32Array[] | undefined;
  let isFirst = true;
  const createWindow = (block: Float32Array[], next: Float32Array[] | undefined): BlockWindow => {
    const length = block[0]?.length ?? 0;
    const channels = block.map((channel, index) => {
      const samples = new Float32Array(before + length + after);
      samples.set(earlier[index] ?? new Float32Array());
      samples.set(channel, before);
      if (next) samples.set((next[index] ?? new Float32Array()).subarray(0, after), before + length);
      return samples;
    });
    earlier = channels.map((channel) => channel.slice(length, length + before));
    const following = Math.min(after, next?.[0]?.length ?? 0);
    const window = { channels, before, length, following, isFirst };
    isFirst = false;
    return window;
  };
  for (const block of stream.blocks()) {
    if (current) yield createWindow(current, block);
    current = block;
  }
  if (current) yield createWindow(current, undefined);
}

/** The part of a window to search for peaks that reaches `ahead` samples beyond its block. */
export function toPeakWindow(
  { before, length, following, isFirst }: BlockWindow,
  samples: Float32Array,
  ahead = 0,
): ChannelWindow {
  const from = isFirst ? before : before - OVERLAP;
  return { samples, from, to: before + length + Math.min(ahead, following) };
}
