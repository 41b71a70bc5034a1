export { publishTemplate } from './publish.ts';
export { seedTemplates } from './seed.ts';
