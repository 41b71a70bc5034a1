import type { App } from '../../app.ts';
import { type Difference, FIRST, LEDGERS, type LedgerName } from './ledger-queries.ts';

/** How many differences of a ledger are named one by one; all are counted. */
const NAMED = 100;

export interface LedgerReport {
  ledger: LedgerName;
  differences: number;
  named: Difference[];
}

/**
 * Compares every stored sum with its ledger. Differences are reported, never corrected, because their cause must be
 * found. The result is stored for the metrics.
 */
export async function checkLedgers({ db, log }: Pick<App, 'db' | 'log'>, now: Date): Promise<LedgerReport[]> {
  const reports: LedgerReport[] = [];
  for (const ledger of Object.keys(LEDGERS) as LedgerName[]) {
    const report = await checkLedger(db, ledger);
    for (const difference of report.named) log.error({ ledger, ...difference }, 'ledger differs');
    await keep(db, report, now);
    reports.push(report);
  }
  return reports;
}

async function checkLedger(db: App['db'], ledger: LedgerName): Promise<LedgerReport> {
  const { query, limit } = LEDGERS[ledger];
  const report: LedgerReport = { ledger, differences: 0, named: [] };
  for (let after: string | undefined = FIRST; after !== undefined; ) {
    const page = await query(db, after, limit);
    report.differences += page.differences.length;
    report.named.push(...page.differences.slice(0, NAMED - report.named.length));
    after = page.next;
  }
  return report;
}

async function keep(db: App['db'], { ledger, differences }: LedgerReport, now: Date): Promise<void> {
  const row = { differences, checked_at: now };
  await db
    .insertInto('ledger_check')
    .values({ name: ledger, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}
