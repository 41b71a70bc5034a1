import { count } from '../../format/format.ts';
import { text } from '../../text/en.ts';

/** A limit of a plan in words. */
export function showLimit(limit: number | 'unlimited', format: (value: number) => string = count): string {
  return limit === 'unlimited' ? text.plan.unlimited : format(limit);
}
