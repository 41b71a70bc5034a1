export { adjustCreditsAsOperator } from './adjust.ts';
export { checkLedgers, type LedgerReport } from './check-ledgers.ts';
export { grantRaisedCredits } from './jobs.ts';
export { creditRoutes } from './routes.ts';
