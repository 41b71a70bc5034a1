// Written by scripts/gen.ts. Do not edit.

/** The version and content hash of the contract that this client was generated from. */
export const CONTRACT: {
  /** The version of the release. */
  readonly version: '0.1.0';
  /** Differs between any two contracts. */
  readonly hash: '935a629e81ae82a4';
} = { version: '0.1.0', hash: '935a629e81ae82a4' };
