export { buildSite } from './build.ts';
export {
  type Document,
  llmsIndex,
  readContents,
  readDocuments,
  readGroups,
  resolveLink,
} from './documents.ts';
export { anchorOf, headingsOf, markdownToHtml } from './markdown.ts';
export { operationsNamedBy, readOperations } from './operations.ts';
export { ICON_PATH, renderDocument, renderIndex, STYLE_PATH } from './render.ts';
export { type Place, searchIndex } from './search.ts';
