export { revokeKeyAsOperator } from './actions.ts';
export { type FoundKey, findKeysByText } from './find-keys.ts';
export { findKeyCredential, type KeyCredential, revokeKeysOf, touchApiKey } from './queries.ts';
export { hashSecret, isWellFormed, looksLikeApiKey } from './secret.ts';
export { revokedAtOf } from './view.ts';
