export { createEventWatch, type EventWatch } from './event-watch.ts';
export { tailEvents } from './tail.ts';
export { waitForEnd } from './wait.ts';
