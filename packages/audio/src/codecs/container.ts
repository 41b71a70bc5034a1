/** The container if only a converter can open the file; undefined if the decoders can. */
export function packedContainer(bytes: Uint8Array): 'mp4' | 'webm' | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (start.slice(4, 8) === 'ftyp') return 'mp4';
  return start.startsWith('\x1aE\xdf\xa3') ? 'webm' : undefined;
}
