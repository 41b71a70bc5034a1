export { sweepCreditPeriods } from './jobs.ts';
export { creditRoutes } from './routes.ts';
