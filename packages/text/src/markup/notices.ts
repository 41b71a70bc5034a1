import { countText } from '../count-text.ts';
import type { MarkupPolicy } from './policy.ts';
import { sampleWord } from './samples.ts';
import type { SegmentKind } from './segment.ts';
import { speechText } from './speech-text.ts';
import { listMarkup } from './views.ts';

type Kind = Exclude<SegmentKind, 'text'>;

/** A notice about one kind of markup. */
export interface MarkupNotice {
  code: string;
  message: string;
}

const MAX_EXAMPLES = 5;
const MAX_EXAMPLE_LENGTH = 60;

interface KindCounts {
  lines: number;
  count: number;
  /** The first examples, each with its number of occurrences. */
  examples: Map<string, number>;
}

/** Counts the markup of lines, by kind, with the first examples. */
export function markupTally() {
  const countsByKind = new Map<Kind, KindCounts>();
  /** The locales of lines that have a sample word. */
  const locales = new Set<string>();
  let skippedLines = 0;
  let sampleLines = 0;
  return {
    add(script: string, policy: MarkupPolicy): void {
      const kinds = new Set<Kind>();
      for (const { kind, text } of listMarkup(script)) {
        const counts = countsByKind.get(kind) ?? { lines: 0, count: 0, examples: new Map<string, number>() };
        countsByKind.set(kind, counts);
        counts.count += 1;
        if (!kinds.has(kind)) counts.lines += 1;
        kinds.add(kind);
        let example = text;
        if (text.length > MAX_EXAMPLE_LENGTH) example = `${text.slice(0, MAX_EXAMPLE_LENGTH)}…`;
        const occurrences = counts.examples.get(example) ?? 0;
        if (occurrences > 0 || counts.examples.size < MAX_EXAMPLES)
          counts.examples.set(example, occurrences + 1);
      }
      if (!kinds.has('placeholder') || speechText(script, policy).unfilled.length === 0) return;
      if (policy.placeholders === 'skip') skippedLines += 1;
      else {
        sampleLines += 1;
        locales.add(policy.locale);
      }
    },
    notices(): MarkupNotice[] {
      const notices: MarkupNotice[] = [];
      for (const kind of KINDS) {
        const counts = countsByKind.get(kind);
        if (!counts) continue;
        let effect: string;
        if (kind === 'placeholder') effect = describePlaceholders({ skippedLines, sampleLines, locales });
        else effect = EFFECTS[kind];
        notices.push({ code: `markup_${kind}`, message: `${describeCounts(kind, counts)} ${effect}` });
      }
      return notices;
    },
  };
}

const KINDS: readonly Kind[] = ['placeholder', 'tag', 'audio_tag', 'direction', 'speech', 'entity'];
const NAMES: Readonly<Record<Kind, string>> = {
  placeholder: 'placeholder',
  tag: 'tag',
  audio_tag: 'audio tag',
  direction: 'note in brackets',
  speech: 'element of speech markup',
  entity: 'entity',
};
const PLURALS: Partial<Record<Kind, string>> = {
  direction: 'notes in brackets',
  speech: 'elements of speech markup',
  entity: 'entities',
};
const EFFECTS: Readonly<Record<Exclude<Kind, 'placeholder'>, string>> = {
  tag: 'Tags are not spoken.',
  audio_tag: 'Models that support audio tags receive them; for other models, they are removed.',
  direction: 'They are not spoken.',
  speech: 'Each model receives the markup that it supports; the take lists the rest in `dropped`.',
  entity: 'Entities are spoken as the characters that they represent.',
};

/** How many lines have markup of a kind, with examples. */
function describeCounts(kind: Kind, { lines, count, examples }: KindCounts): string {
  const names = Array.from(examples, ([text, times]) => (times > 1 ? `${text} (${times})` : text));
  const noun = count === 1 ? NAMES[kind] : (PLURALS[kind] ?? `${NAMES[kind]}s`);
  return `${countText(lines, 'line')} ${lines === 1 ? 'has' : 'have'} ${count} ${noun}: ${names.join(', ')}.`;
}

/** What is spoken for placeholders without a value. */
function describePlaceholders(counts: {
  skippedLines: number;
  sampleLines: number;
  locales: ReadonlySet<string>;
}): string {
  const { skippedLines, sampleLines, locales } = counts;
  if (skippedLines + sampleLines === 0) return 'All have values.';
  let text = '';
  const [locale] = locales;
  if (locale !== undefined)
    text += `If a placeholder has no value, the voice says a sample word or the number 3 (${locale}: "${sampleWord(locale)}"). `;
  if (skippedLines > 0)
    text += `${countText(skippedLines, 'line')} with a placeholder that has no value will be skipped. `;
  return `${text}Set the words to say in \`placeholder_values\`.`;
}
