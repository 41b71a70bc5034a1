// Written by scripts/gen.ts. Do not edit.

/** The version and content hash of the contract that this client was made from. */
export const CONTRACT: {
  /** The version, as releases have it. */
  readonly version: '0.1.0';
  /** Tells any two contracts apart. */
  readonly hash: 'e54be3f2252847c9';
} = { version: '0.1.0', hash: 'e54be3f2252847c9' };
