import type { Params } from './form.ts';
import { integerOf, recordOf, textOf } from './params.ts';
import { invalid, missing } from './stripe-error.ts';

export interface List<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

export const PAGING = ['limit', 'starting_after', 'ending_before', 'expand'];

/** A whole list, as objects carry them inside. */
export function wholeList<T>(data: T[], url: string): List<T> {
  return { object: 'list', data, has_more: false, url };
}

/** A page, newest first, from rows that come oldest first. */
export function page<T extends { id: string; created?: number }>(
  rows: T[],
  params: Params,
  url: string,
): List<T> {
  const limit = integerOf(params, 'limit') ?? 10;
  if (limit < 1 || limit > 100) throw invalid('This value must be between 1 and 100 (inclusive).', 'limit');
  const newest = rows.filter((row) => inRange(row.created, params)).reverse();
  const after = textOf(params, 'starting_after');
  const before = textOf(params, 'ending_before');
  if (after !== undefined && before !== undefined)
    throw invalid('You can only pass one of these parameters: starting_after, ending_before.');
  if (before !== undefined) {
    const end = position(newest, before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: newest.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : position(newest, after, 'starting_after') + 1;
  return {
    object: 'list',
    data: newest.slice(start, start + limit),
    has_more: newest.length > start + limit,
    url,
  };
}

function position<T extends { id: string }>(rows: T[], id: string, param: string): number {
  const index = rows.findIndex((row) => row.id === id);
  if (index < 0) throw missing('object', id, param);
  return index;
}

function inRange(created: number | undefined, params: Params): boolean {
  if (params.created === undefined || created === undefined) return true;
  if (typeof params.created === 'string') return created === integerOf(params, 'created');
  const range = recordOf(params, 'created') ?? {};
  return (
    created > (integerOf(range, 'gt') ?? -Infinity) &&
    created >= (integerOf(range, 'gte') ?? -Infinity) &&
    created < (integerOf(range, 'lt') ?? Infinity) &&
    created <= (integerOf(range, 'lte') ?? Infinity)
  );
}
