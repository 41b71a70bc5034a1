export { adjustCreditsAsOperator } from './adjust.ts';
export { checkLedgers, LEDGER_NAMES, type LedgerReport } from './check-ledgers.ts';
export { grantRaisedCredits } from './jobs.ts';
export { creditRoutes } from './routes.ts';
