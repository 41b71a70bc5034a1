export { buildSite } from './build.ts';
export {
  type Document,
  llmsIndex,
  readContents,
  readDocuments,
  readGroups,
  resolveLink,
} from './documents.ts';
export { listHeadings, markdownToHtml, toAnchor } from './markdown.ts';
export { findOperations, readOperations } from './operations.ts';
export { ICON_PATH, renderDocument, renderIndex, STYLE_PATH } from './render.ts';
export { type SearchEntry, searchIndex } from './search.ts';
