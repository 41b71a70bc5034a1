export { type Identity, type SignedIn, signIn } from './sign-in.ts';
