export { listVoicesOfModel } from './list.ts';
export { findVoices } from './queries.ts';
