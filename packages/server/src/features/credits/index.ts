export { checkLedgers, type LedgerReport } from './check-ledgers.ts';
export { bringAccountsInStep } from './jobs.ts';
export { creditRoutes } from './routes.ts';
