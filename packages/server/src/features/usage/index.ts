export { budgetRoutes } from './budgets/index.ts';
export { type MarginRow, readMargin } from './margin.ts';
