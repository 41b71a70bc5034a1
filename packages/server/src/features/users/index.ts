export { type Erased, type ErasureReach, type ErasureTarget, erase, readErasure } from './erasure/index.ts';
export { exportUser } from './export/index.ts';
export { type FoundUser, findUsersByIdOrEmail, findUsersByText } from './find-users.ts';
export { changePreferences, findPreferences } from './preferences.ts';
export {
  findUserById,
  type Identity,
  type SignedIn,
  signIn,
  sweepErasedIdentities,
  type UserRow,
} from './sign-in.ts';
export { suspendUser } from './suspend.ts';
