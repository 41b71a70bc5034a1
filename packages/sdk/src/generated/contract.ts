// Written by scripts/gen.ts. Do not edit.

/** The version and content hash of the contract that this client was made from. */
export const CONTRACT: {
  /** The version, as releases have it. */
  readonly version: '0.1.0';
  /** Tells any two contracts apart. */
  readonly hash: '503334d923dee310';
} = { version: '0.1.0', hash: '503334d923dee310' };
