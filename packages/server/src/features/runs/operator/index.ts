export { explainRun, linesText, NO_WORKERS } from './explain.ts';
export { readRunFacts } from './facts.ts';
export { type AnyRun, findRun, listOpenRuns, OPEN_STATES } from './find.ts';
