export { getItemDetail } from './detail.ts';
export { findSpokenTakes, type SpokenTake } from './spoken.ts';
