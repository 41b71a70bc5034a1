/** A unique key. `crypto.randomUUID` is missing on pages without https. */
export const randomKey = (): string =>
  crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join('-');

/** 32 random hexadecimal characters. */
export function randomHex(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A random UUID of version 4. */
export function randomUuid(): string {
  const hex = randomHex();
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}
