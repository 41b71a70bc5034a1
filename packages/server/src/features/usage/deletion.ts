export { deleteBudgetsOfWorkspace } from './budgets/index.ts';
