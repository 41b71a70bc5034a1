import type { NotificationPreferences } from '../../generated/types.ts';
import type { World } from '../world.ts';
import { type Account, newAccount } from './account.ts';

/** Somebody who can sign in. */
export interface Person {
  id: string;
  name: string;
  email: string;
  /** What they sign in with. */
  token: string;
  account: Account;
  preferences: NotificationPreferences;
}

/** A person without a workspace yet. */
export const newPerson = (
  id: string,
  token: string,
  { email, name }: { email: string; name: string },
): Person => ({
  ...{ id, name, email: email.toLowerCase(), token, account: newAccount() },
  preferences: {
    completed_generation_email: true,
    failed_generation_email: true,
    weekly_usage_summary_email: false,
    product_updates_email: false,
  },
});

/** Who has an id; the first person where nobody has. */
export const personOf = ({ users, user }: World, id: string): Person => users.get(id) ?? user;
