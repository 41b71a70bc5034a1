// Written by scripts/gen.ts. Do not edit.

/** The version and content hash of the contract that this client was made from. */
export const CONTRACT = { version: '0.1.0', hash: '99bcd2a5f618dac5' } as const;
