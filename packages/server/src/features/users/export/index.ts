export { buildOwnRows, type DataTable, getSubject, readDataTables, type Subject } from './catalog.ts';
export { exportUser } from './export.ts';
export { listObjects } from './objects.ts';
