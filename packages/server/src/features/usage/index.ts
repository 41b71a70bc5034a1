export { type MarginRow, readMargin } from './margin.ts';
