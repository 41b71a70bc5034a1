// Checks that docs/README.md or the README of a folder lists each document with its title and one sentence, that the
// README of the repository matches, and that each page about an error code has its meaning, an example and a solution.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ERRORS } from '../packages/contract/src/errors.ts';
import { readContents, readDocuments, readGroups } from '../packages/docs-site/src/documents.ts';
import { report } from './sources.mjs';

/** The maximum length that fits in a line of a list and in the results of a search engine. */
const SUMMARY_MAX = 125;

const faults = [];
const entries = (await readGroups()).flatMap((group) => group.entries);

for (const { file, title, summary } of entries) {
  const fault = (words) => faults.push(`the table of contents: ${file}: ${words}`);
  if (!existsSync(`docs/${file}`)) {
    fault('does not exist');
    continue;
  }
  const [, heading] = /^# (.+)$/m.exec(readFileSync(`docs/${file}`, 'utf8')) ?? [];
  if (heading !== title) fault(`is called “${heading}”, not “${title}”`);
  if (!/^[A-Z][^.!?]*(\.(?=\w)[^.!?]*)*\.$/.test(summary)) fault('its summary is not one sentence');
  if (summary.length > SUMMARY_MAX)
    fault(`its summary has ${summary.length} characters, at most ${SUMMARY_MAX}`);
  if (entries.filter((other) => other.file === file).length > 1) fault('is listed twice');
}
for (const { file, group } of await readDocuments())
  if (group === 'More')
    faults.push(`docs/${file}: is not listed in docs/README.md or in the README of its folder`);

const readme = readFileSync('README.md', 'utf8').replaceAll(/\n {2}/g, ' ');
for (const { title, entries: expected } of readContents(readFileSync('docs/README.md', 'utf8'))) {
  const [, line = ''] = new RegExp(`^- \\*\\*${title}\\*\\*: (.+)$`, 'm').exec(readme) ?? [];
  const linked = [...line.matchAll(/\]\(docs\/([^)]+)\)/g)].map(([, file]) => file);
  const wanted = expected.map(({ file }) => file);
  if (linked.join() !== wanted.join())
    faults.push(`README.md: “${title}” lists ${linked.join(', ')}; docs/README.md ${wanted.join(', ')}`);
}

const table = readFileSync('docs/errors/README.md', 'utf8').replaceAll(/ +/g, ' ');
for (const [code, { status, meaning }] of Object.entries(ERRORS)) {
  const file = `docs/errors/${code}.md`;
  const example = JSON.stringify({ error: { code, ...ERRORS[code].example } }, null, 2);
  const head = `# ${code}\n\nHTTP ${status}. ${meaning}\n\n\`\`\`json\n${example}\n\`\`\`\n`;
  let page = readFileSync(file, 'utf8');
  if (process.argv.includes('--write')) {
    page = page.replace(/^[\s\S]*?(?=\n## )/, () => head);
    writeFileSync(file, page);
  }
  const parts = [head, ...['\n## Causes\n', '\n## Solution\n', '\n## Retry\n']];
  for (const part of parts)
    if (!page.includes(part)) faults.push(`${file}: lacks (--write writes what the contract says)\n${part}`);
  const row = `| ${status} | [${code}](${code}.md) | ${meaning} |`;
  if (!table.includes(row)) faults.push(`docs/errors/README.md: lacks ${row}`);
}
report('contents', faults);
