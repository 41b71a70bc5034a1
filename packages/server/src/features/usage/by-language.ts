import {
  type LanguageUsage,
  localeName,
  type UsageByLanguage,
  type UsageByLanguageQuery,
} from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { bucketsOf, daysOf } from './periods.ts';
import { selectLocales } from './queries.ts';
import { periodView } from './summary.ts';

export interface LanguageRequest extends UsageByLanguageQuery {
  workspaceId: string;
  now: Date;
}

export async function getByLanguage(
  { db }: Pick<App, 'db'>,
  { workspaceId, range, activity_view, timezone, now }: LanguageRequest,
): Promise<UsageByLanguage> {
  const spans = activity_view ? bucketsOf(activity_view, timezone, now) : daysOf(range, timezone, now);
  const bounds = [spans[0]?.start ?? 0, spans.at(-1)?.end ?? 0];
  const languages = languagesView(await selectLocales(db, { workspaceId, bounds }).execute());
  return {
    range: activity_view ? null : range,
    timezone,
    period: periodView(spans),
    activity_view: activity_view ?? null,
    total_credits: languages.reduce((total, language) => total + language.credits, 0),
    languages,
  };
}

type LocaleSums = Pick<LanguageUsage, 'locale_code' | 'credits' | 'characters' | 'lines'>;

/** Most credits first, then most characters, then by code. */
function languagesView(rows: readonly LocaleSums[]): LanguageUsage[] {
  const used = rows.filter((row) => row.credits > 0 || row.characters > 0);
  const sorted = used.toSorted(
    (a, b) =>
      b.credits - a.credits || b.characters - a.characters || (a.locale_code < b.locale_code ? -1 : 1),
  );
  const shares = sharesOf(sorted.map((row) => row.characters));
  return sorted.map((row, index) => ({
    ...row,
    display_name: localeName(row.locale_code) ?? row.locale_code,
    share: shares[index] ?? 0,
    allocation_basis: 'characters',
  }));
}

/** Fractions of the total. The last weight above zero takes the rest, so that they add up to 1 from left to right. */
function sharesOf(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const last = weights.findLastIndex((weight) => weight > 0);
  let sum = 0;
  return weights.map((weight, index) => {
    const share = index === last ? 1 - sum : weight / total;
    sum += share;
    return share;
  });
}
