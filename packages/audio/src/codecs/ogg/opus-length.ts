import { mapChannels, type Pcm, sampleCount } from '../../pcm.ts';

const PAGE = Buffer.from('OggS');
const HEAD = Buffer.from('OpusHead');
/** The flag of the last page of a stream. */
const LAST_PAGE = 4;

/**
 * The samples that an Ogg Opus file declares: the position of its last page minus the samples to skip at its start (RFC
 * 7845, 4.2). If all audio is on one page, the decoder returns too many samples, by the number to skip.
 */
export function trimToExactLength(pcm: Pcm, bytes: Uint8Array): Pcm {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [head, lastPage] = [file.indexOf(HEAD), file.lastIndexOf(PAGE)];
  if (head < 0 || lastPage < 0 || lastPage + 14 > file.length) return pcm;
  const isComplete = ((file[lastPage + 5] ?? 0) & LAST_PAGE) !== 0;
  if (!isComplete) return pcm;
  const skip = file.readUInt16LE(head + 10);
  const length = Number(file.readBigInt64LE(lastPage + 6)) - skip;
  const excess = sampleCount(pcm) - length;
  // Otherwise, the file is an excerpt of a longer stream.
  if (length <= 0 || excess <= 0 || excess > skip) return pcm;
  return mapChannels(pcm, (channel) => channel.subarray(0, length));
}
