export { type DataTable, readDataTables, rowsOf, type Subject, subjectOf } from './catalog.ts';
export { exportUser } from './export.ts';
export { listObjects } from './objects.ts';
