// Written by scripts/gen.ts. Do not edit.

/** The version and content hash of the contract that this client was made from. */
export const CONTRACT: {
  /** The version, as releases have it. */
  readonly version: '0.1.0';
  /** Tells any two contracts apart. */
  readonly hash: '8f0cd63571cd0438';
} = { version: '0.1.0', hash: '8f0cd63571cd0438' };
