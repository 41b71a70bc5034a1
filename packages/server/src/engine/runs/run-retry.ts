/** A line that a retry names; a null locale means every locale. */
export interface RetryLine {
  line_id: string;
  locale_code: string | null;
}

type Line = { line_id: string; locale_code: string };

/** The scope of a retry. */
export interface RunRetry {
  run_id: string;
  /** Whether only named lines are spoken; otherwise, the failed and dropped lines are. */
  named: boolean;
  names(line: Line): boolean;
  /** Whether checks may retry lines whose retries were used up. */
  respeak: boolean;
}

interface RetryColumns {
  retry_of: string | null;
  retry_line_ids: string[] | null;
  retry_locales: (string | null)[] | null;
  retry_respeak: boolean;
}

export function runRetry(run: RetryColumns): RunRetry | undefined {
  const { retry_of: run_id, retry_line_ids: ids, retry_locales: locales, retry_respeak: respeak } = run;
  if (run_id === null) return undefined;
  const keyOf = (line_id: string, locale: string | null): string => JSON.stringify([line_id, locale]);
  const keys = new Set(ids?.map((id, index) => keyOf(id, locales?.[index] ?? null)));
  return {
    run_id,
    respeak,
    named: ids !== null,
    names: ({ line_id, locale_code }) =>
      keys.has(keyOf(line_id, null)) || keys.has(keyOf(line_id, locale_code)),
  };
}
