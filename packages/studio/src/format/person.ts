import type { Member } from '@voiceloom/sdk';
import { text } from '../text/en.ts';

/** What people call a member; some identity providers report nothing of them. */
export const personName = ({ first_name, last_name, email }: Member): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email || text.unnamed;
