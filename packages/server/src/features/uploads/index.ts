export { sweepExpiredUploads } from './jobs.ts';
export { findConfirmedUploads, selectUploadsOfWorkflow, type UploadRow } from './queries.ts';
export { uploadView } from './view.ts';
