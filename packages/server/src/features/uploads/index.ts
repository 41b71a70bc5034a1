export { selectUploadsOfWorkflow } from './queries.ts';
export { uploadView } from './view.ts';
