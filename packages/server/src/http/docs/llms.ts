import { type Document, isAside } from './documents.ts';

const INTRODUCTION = `# Voiceloom

> Turns scripts into publish-ready audio: a workflow of nodes speaks, checks, retries, masters and packs the lines of a script, in many
> languages. A multi-tenant JSON-over-HTTP API with an SDK for JavaScript and a command line; one contract describes all three.

Every address below is Markdown. The whole API is in [openapi.json](/openapi.json) (OpenAPI 3.1).
`;

/** The list of all documents for language models, in the format of llmstxt.org. */
export function llmsIndex(all: Document[]): string {
  const needed = [...new Set(all.map(({ group }) => group))].filter((group) => !isAside(group));
  const sections = needed.map((group) =>
    section(
      group,
      all.filter((one) => one.group === group),
    ),
  );
  // A title defined by llmstxt.org: this section may be skipped if the context is short.
  const aside = section(
    'Optional',
    all.filter(({ group }) => isAside(group)),
  );
  return `${INTRODUCTION}${sections.join('')}${aside}`;
}

function section(title: string, documents: Document[]): string {
  if (documents.length === 0) return '';
  const lines = documents.map(
    (one) => `- [${one.title}](/docs/${one.file})${one.summary && `: ${one.summary}`}`,
  );
  return `\n## ${title}\n\n${lines.join('\n')}\n`;
}

/** Guides, errors and operations in one text. */
export function llmsFull(all: Document[]): string {
  const parts = all.map(({ file, markdown }) => `<!-- /docs/${file} -->\n\n${markdown.trim()}\n`);
  return `${INTRODUCTION}\n${parts.join('\n---\n\n')}`;
}
