export { findTemplatesByText, getTemplateToPublish } from './find-templates.ts';
export { publishTemplate } from './publish.ts';
export { seedTemplates } from './seed.ts';
