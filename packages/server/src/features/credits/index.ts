export { checkLedgers, type LedgerReport } from './check-ledgers.ts';
export { sweepCreditPeriods } from './jobs.ts';
export { creditRoutes } from './routes.ts';
