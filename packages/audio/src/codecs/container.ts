/** A file whose sound is packed in a way that only a converter opens; undefined: the decoders look at it. */
export function packedContainer(bytes: Uint8Array): 'mp4' | 'webm' | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (start.slice(4, 8) === 'ftyp') return 'mp4';
  return start.startsWith('\x1aE\xdf\xa3') ? 'webm' : undefined;
}
