export { type ErasureTarget, erase, readErasure } from './erase.ts';
export { exportUser } from './export.ts';
export { findPlaces, findTraces, type Place } from './traces.ts';
