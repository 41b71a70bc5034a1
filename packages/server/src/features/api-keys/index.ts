export { findKeyCredential, type KeyCredential, touchApiKey } from './queries.ts';
export { hashSecret, isWellFormed, looksLikeApiKey } from './secret.ts';
