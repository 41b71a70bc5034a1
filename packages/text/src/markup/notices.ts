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
const LONGEST_EXAMPLE = 60;

interface Tally {
  lines: number;
  count: number;
  /** The first examples, each with its number of occurrences. */
  examples: Map<string, number>;
}

/** Counts the markup of lines, by kind, with the first examples. */
export function markupTally() {
  const tallies = new Map<Kind, Tally>();
  const locales = new Set<string>();
  let held = 0;
  let unfilledLines = 0;
  return {
    add(script: string, policy: MarkupPolicy): void {
      const found = listMarkup(script);
      if (found.length === 0) return;
      const kinds = new Set<Kind>();
      for (const { kind, text } of found) {
        const tally = tallies.get(kind) ?? { lines: 0, count: 0, examples: new Map<string, number>() };
        tallies.set(kind, tally);
        tally.count += 1;
        if (!kinds.has(kind)) tally.lines += 1;
        kinds.add(kind);
        const example = text.length > LONGEST_EXAMPLE ? `${text.slice(0, LONGEST_EXAMPLE)}…` : text;
        const known = tally.examples.get(example);
        if (known !== undefined || tally.examples.size < MAX_EXAMPLES)
          tally.examples.set(example, (known ?? 0) + 1);
      }
      if (!kinds.has('placeholder') || speechText(script, policy).unfilled.length === 0) return;
      if (policy.placeholders === 'skip') held += 1;
      else {
        unfilledLines += 1;
        locales.add(policy.locale);
      }
    },
    notices: (): MarkupNotice[] =>
      ORDER.flatMap((kind) => {
        const tally = tallies.get(kind);
        const message = tally && messageOf(kind, tally, { held, unfilledLines, locales });
        return message ? [{ code: `markup_${kind}`, message }] : [];
      }),
  };
}

const ORDER: readonly Kind[] = ['placeholder', 'tag', 'audio_tag', 'direction', 'speech', 'entity'];
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
const WHAT_HAPPENS: Readonly<Record<Exclude<Kind, 'placeholder'>, string>> = {
  tag: 'Tags are not spoken.',
  audio_tag: 'Models that support audio tags receive them; for other models, they are removed.',
  direction: 'They are not spoken.',
  speech: 'Each model receives the markup that it supports; the take lists the rest in `dropped`.',
  entity: 'Entities are spoken as the characters that they represent.',
};

type Filling = { held: number; unfilledLines: number; locales: ReadonlySet<string> };

function messageOf(kind: Kind, { lines, count, examples }: Tally, filling: Filling): string {
  const names = Array.from(examples, ([text, times]) => (times > 1 ? `${text} (${times})` : text)).join(', ');
  const counted = count === 1 ? `1 ${NAMES[kind]}` : `${count} ${PLURALS[kind] ?? `${NAMES[kind]}s`}`;
  const head = `${countText(lines, 'line')} ${lines === 1 ? 'has' : 'have'} ${counted}: ${names}.`;
  return `${head} ${kind === 'placeholder' ? placeholdersText(filling) : WHAT_HAPPENS[kind]}`;
}

function placeholdersText({ held, unfilledLines, locales }: Filling): string {
  if (held + unfilledLines === 0) return 'All have values.';
  const parts: string[] = [];
  const [locale] = locales;
  if (locale !== undefined)
    parts.push(
      `If a placeholder has no value, the voice says a sample word or the number 3 (${locale}: "${sampleWord(locale)}").`,
    );
  if (held > 0)
    parts.push(`${countText(held, 'line')} with a placeholder that has no value will be skipped.`);
  return [...parts, 'Set the words to say in `placeholder_values`.'].join(' ');
}
