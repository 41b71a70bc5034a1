/** The position of `WAVE` in a header, after `RIFF` or `RF64` and a length. */
const WAVE_AT = 8;

/** The files, each of which begins with a header. In the samples, its eight bytes do not occur by chance. */
export function wavFiles(bytes: Uint8Array): Uint8Array[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts: number[] = [];
  for (
    let markStart = file.indexOf('WAVE');
    markStart >= 0;
    markStart = file.indexOf('WAVE', markStart + 1)
  ) {
    const start = markStart - WAVE_AT;
    if (start >= 0 && /^(?:RIFF|RF64)$/.test(file.toString('latin1', start, start + 4))) starts.push(start);
  }
  return starts.map((start, index) => bytes.subarray(start, starts[index + 1]));
}
