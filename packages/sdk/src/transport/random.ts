/** A unique key. `crypto.randomUUID` is missing on pages without https. */
export const randomKey = (): string =>
  crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
