// Written by scripts/gen.ts. Do not edit.

/** The version and content hash of the contract that this client was made from. */
export const CONTRACT = { version: '0.1.0', hash: '753ddb4739f83511' } as const;
