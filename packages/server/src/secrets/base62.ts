/** Only digits and letters, so that a pasted value cannot look like a command line option. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const BLOCK_BYTES = 32;
const BITS_PER_CHARACTER = Math.log2(BASE62.length);

/** The number of characters for these bytes. Within a block, each number of bytes needs a different number. */
const encodedLength = (bytes: number): number => Math.ceil((bytes * 8) / BITS_PER_CHARACTER);
const BLOCK_LENGTH = encodedLength(BLOCK_BYTES);
const BYTES_BY_LENGTH = new Map(
  Array.from({ length: BLOCK_BYTES + 1 }, (_, bytes) => [encodedLength(bytes), bytes]),
);

/** Encodes bytes in blocks of 32, so that the work grows linearly and not quadratically with the length. */
export function encodeBase62(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += BLOCK_BYTES)
    text += encodeBlock(bytes.subarray(index, index + BLOCK_BYTES));
  return text;
}

/** The number of digits that fit into a plain number. Larger groups would need slow divisions of big integers. */
const GROUP_LENGTH = 8;
const GROUP = 62n ** BigInt(GROUP_LENGTH);

/** The bytes as digits with base 62, always as many for the same number of bytes. */
function encodeBlock(block: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(block).toString('hex')}`);
  let text = '';
  for (let digitsLeft = encodedLength(block.length); digitsLeft > 0; digitsLeft -= GROUP_LENGTH) {
    let group = Number(value % GROUP);
    value /= GROUP;
    for (let digits = Math.min(digitsLeft, GROUP_LENGTH); digits > 0; digits--) {
      text = BASE62.charAt(group % 62) + text;
      group = Math.floor(group / 62);
    }
  }
  return text;
}

/** Decodes a text. Undefined if `encodeBase62` cannot have written it. */
export function decodeBase62(text: string): Buffer | undefined {
  const blocks: Buffer[] = [];
  for (let index = 0; index < text.length; index += BLOCK_LENGTH) {
    const block = decodeBlock(text.slice(index, index + BLOCK_LENGTH));
    if (block === undefined) return undefined;
    blocks.push(block);
  }
  return Buffer.concat(blocks);
}

/** Undefined if the text is not the code of any block. */
function decodeBlock(text: string): Buffer | undefined {
  const bytes = BYTES_BY_LENGTH.get(text.length);
  if (bytes === undefined) return undefined;
  let value = 0n;
  for (const character of text) {
    const digit = BASE62.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 62n + BigInt(digit);
  }
  const hex = value.toString(16).padStart(bytes * 2, '0');
  return hex.length === bytes * 2 ? Buffer.from(hex, 'hex') : undefined;
}
