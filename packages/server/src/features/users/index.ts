export { changePreferences, findPreferences } from './preferences.ts';
export { findUserById, type UserRow } from './queries.ts';
export { type Identity, type SignedIn, signIn } from './sign-in.ts';
