export { deleteBudgetsOfWorkspace } from './deletion.ts';
export { budgetRoutes } from './routes.ts';
