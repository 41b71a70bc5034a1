export { checkLedgers, type LedgerReport } from './check-ledgers.ts';
export { bringAccountsInStep } from './in-step.ts';
export { creditRoutes } from './routes.ts';
