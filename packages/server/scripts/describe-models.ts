import { REGISTRY, type RegistryEntry } from '../src/providers/local/models/index.ts';

/** Families whose recognizers report no times of words. */
const WITHOUT_TIMES = new Set(['whisper', 'moonshine']);
const MAX_LANGUAGES = 6;

const HEADERS = { speech: 'Voices', recognition: 'Times of words' };

function describeLanguages({ languages }: RegistryEntry): string {
  if (languages.length <= MAX_LANGUAGES) return languages.join(', ');
  return `${languages.slice(0, MAX_LANGUAGES - 1).join(', ')} and ${languages.length - MAX_LANGUAGES + 1} more`;
}

/** The models of the registry that speak or recognize, as a table in Markdown. */
export function describeModels(kind: 'speech' | 'recognition'): string {
  const rows = [['Model', 'Languages', HEADERS[kind], 'License']];
  for (const model of REGISTRY.filter((entry) => entry.kind === kind)) {
    let detail = WITHOUT_TIMES.has(model.family) ? 'no' : 'yes';
    if (model.kind === 'speech') detail = String(Math.max(1, model.speakers.length));
    const terms = model.terms === undefined ? '' : ' (conditions)';
    rows.push([`\`${model.name}\``, describeLanguages(model), detail, `${model.license}${terms}`]);
  }
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const format = (cells: string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  const line = format(widths.map((width) => '-'.repeat(width)));
  return [format(head), line, ...body.map(format)].join('\n');
}
