import { defineHousekeeping } from '../../jobs/index.ts';
import { sweepErasedIdentities } from './sign-in.ts';

export const erasedIdentities = defineHousekeeping('erased_identities', ({ db }, now) =>
  sweepErasedIdentities(db, now),
);
