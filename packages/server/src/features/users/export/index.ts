export { exportUser } from './export.ts';
