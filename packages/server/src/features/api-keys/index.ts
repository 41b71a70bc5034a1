export { findKeyCredential, type KeyCredential, revokeKeysOf, touchApiKey } from './queries.ts';
export { hashSecret, isWellFormed, looksLikeApiKey } from './secret.ts';
