const SAMPLE_RATE = 8_000;
const MS_PER_CHARACTER = 60;
const HEADER_BYTES = 44;
const LOUDNESS = 8_000;

/** How long a text is spoken for. */
export const durationOf = (text: string): number => [...text].length * MS_PER_CHARACTER;

/** A WAV file with a tone of that length: real bytes that players play. The pitch tells audios apart. */
export function toneOf(audioId: string, duration_ms: number): Uint8Array<ArrayBuffer> {
  const samples = Math.round((duration_ms * SAMPLE_RATE) / 1_000);
  const bytes = new Uint8Array(HEADER_BYTES + samples * 2);
  const view = new DataView(bytes.buffer);
  const word = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  word(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, samples * 2, true);
  const hertz = 200 + (Number.parseInt(audioId.slice(0, 4), 16) % 400);
  for (let at = 0; at < samples; at += 1) {
    const level = Math.sin((2 * Math.PI * hertz * at) / SAMPLE_RATE) * LOUDNESS;
    view.setInt16(HEADER_BYTES + at * 2, level, true);
  }
  return bytes;
}
