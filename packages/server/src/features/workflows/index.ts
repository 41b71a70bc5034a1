export { findMissingResources } from './readiness.ts';
