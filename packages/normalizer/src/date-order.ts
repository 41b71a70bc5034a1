import type { Choices, DateOrder } from './types.ts';

/** A date as written. The year has two or four digits, or is missing. */
export interface NumericDate {
  year: string | undefined;
  month: number;
  day: number;
}

type Parts = readonly [first: string, second: string, third?: string | undefined];

/** Creates a date from its numbers in the order in which they are written. */
const CREATE_DATE_BY_ORDER: Record<DateOrder, (parts: Parts) => NumericDate | undefined> = {
  mdy: ([month, day, year]) => createDate(year, month, day),
  dmy: ([day, month, year]) => createDate(year, month, day),
  ymd: ([year, month, day]) => createDate(year, month, day ?? ''),
};

/**
 * Reads a date in digits. Four digits are always the year. If the date does not exist in the chosen order, such as
 * `13/5/2024` with the month first, the order of the locale applies, then the others.
 */
export function readDate(
  parts: Parts,
  { date_order }: Pick<Choices, 'date_order'>,
  local: DateOrder,
): NumericDate | undefined {
  const [firstPart, , thirdPart] = parts;
  if (firstPart.length === 4) return CREATE_DATE_BY_ORDER.ymd(parts);
  const preferredOrder = date_order === 'auto' ? local : date_order;
  const orders: DateOrder[] = [preferredOrder, local, 'mdy', 'dmy'];
  const isYearLast = thirdPart === undefined || thirdPart.length === 4;
  for (const order of orders) {
    const date = order === 'ymd' && isYearLast ? undefined : CREATE_DATE_BY_ORDER[order](parts);
    if (date) return date;
  }
  return undefined;
}

/** Undefined unless the month is between 1 and 12, and the day between 1 and 31. */
function createDate(year: string | undefined, month: string, day: string): NumericDate | undefined {
  const date = { year, month: Number(month), day: Number(day) };
  return date.month >= 1 && date.month <= 12 && date.day >= 1 && date.day <= 31 ? date : undefined;
}
