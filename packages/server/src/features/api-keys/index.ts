export { revokeKeyAsOperator } from './actions.ts';
export { type FoundKey, findKeysByText } from './find-keys.ts';
export { findKeyCredential, type KeyCredential, revokeMemberKeys, touchApiKey } from './queries.ts';
export { hashSecret, isWellFormed, looksLikeApiKey } from './secret.ts';
export { findRevokedAt } from './view.ts';
