// Written by scripts/gen-openapi.ts. Do not edit.

/** The version of the contract package. */
export const CONTRACT_VERSION = '0.1.0';

/** The first 16 hexadecimal characters of the SHA-256 of openapi.json. */
export const CONTRACT_HASH = '0619e403e60dbc67';
