import type { Member } from '@voiceloom/sdk';
import { text } from '../text/en.ts';

/** The display name of a member; some identity providers do not report a name. */
export const personName = ({ first_name, last_name, email }: Member): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email || text.unnamed;
