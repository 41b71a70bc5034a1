import { type Document, SECTIONS } from './documents.ts';

const INTRODUCTION = `# Voiceloom

> Turns scripts into publish-ready audio: a workflow of nodes speaks, checks, retries, masters and packs the lines of a script, in many
> languages. A multi-tenant JSON-over-HTTP API with an SDK for JavaScript and a command line; one contract describes all three.

Every address below is Markdown. The whole API is in [openapi.json](/openapi.json) (OpenAPI 3.1).
`;

/** The list of all documents for programs that read, as llmstxt.org has it. */
export function llmsIndex(all: Document[]): string {
  const sections = SECTIONS.map(({ key, title }) => {
    const lines = all
      .filter(({ section }) => section === key)
      .map((one) => `- [${one.title}](/docs/${one.path}.md): ${one.summary}`);
    return lines.length === 0 ? '' : `\n## ${key === 'adr' ? 'Optional' : title}\n\n${lines.join('\n')}\n`;
  });
  return `${INTRODUCTION}${sections.join('')}`;
}

/** Guides, errors and operations in one text. */
export function llmsFull(all: Document[]): string {
  const parts = all
    .filter(({ section }) => section !== 'adr')
    .map(({ path, markdown }) => `<!-- /docs/${path}.md -->\n\n${markdown.trim()}\n`);
  return `${INTRODUCTION}\n${parts.join('\n---\n\n')}`;
}
