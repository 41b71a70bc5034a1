import type { WorkflowDefinition } from '@voiceloom/contract';
import fc from 'fast-check';
import { definitionOf, type GraphNode, type Link, node } from './definitions.ts';

/** One check: its kind, its threshold, and the target of rejected takes. */
interface RandomCheck {
  type: 'validator_noise' | 'validator_pacing' | 'validator_loudness';
  threshold: number;
  max_retry: number;
  /** `forward`: to the second generator, if this is the last check before it. */
  fail: 'back' | 'drop' | 'forward';
}

interface RandomRow {
  character: string;
  limit: number | null;
  text: number;
}

export interface RandomWorkflow {
  rows: RandomRow[];
  locales: number;
  checks: RandomCheck[];
  /** Parallel checks, each with its own delivery. */
  beside: boolean;
  second: RandomCheck | null;
  /** `both`: the first check gets raw and mastered takes. */
  mastering: 'none' | 'before' | 'after' | 'both';
  normalizer: boolean;
  strategies: string[];
  fallback: boolean;
}

const check = (fails: RandomCheck['fail'][]): fc.Arbitrary<RandomCheck> =>
  fc.record({
    type: fc.constantFrom('validator_noise', 'validator_pacing', 'validator_loudness'),
    threshold: fc.constantFrom(50, 85, 99),
    max_retry: fc.nat(2),
    fail: fc.constantFrom(...fails),
  });

/**
 * Random scripts and graphs: duplicate lines, limits, checks with retries, and a generator for rejected
 * takes.
 */
export const randomWorkflow: fc.Arbitrary<RandomWorkflow> = fc.record({
  rows: fc.array(
    fc.record({
      character: fc.constantFrom('', 'Ada', 'Bob'),
      limit: fc.option(fc.constantFrom(700, 990, 1_500), { freq: 3 }),
      // Few texts, so that many lines are equal.
      text: fc.nat(5),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  locales: fc.integer({ min: 1, max: 2 }),
  checks: fc.array(check(['back', 'back', 'drop', 'forward']), { maxLength: 3 }),
  beside: fc.boolean(),
  second: fc.option(check(['back', 'drop']), { freq: 2 }),
  mastering: fc.constantFrom('none', 'none', 'none', 'before', 'after', 'both'),
  normalizer: fc.boolean(),
  strategies: fc.subarray(['tempo', 'seed', 'sentences', 'respelling', 'model', 'provider']),
  fallback: fc.boolean(),
});

const LOCALES = ['en-us', 'de-de', 'fr-fr'];
const TEXTS = [
  'Gate 7 is closed.',
  'Nobody leaves. Not even you.',
  'Bring the lantern, and mind the second step on your way down to the water.',
  'Now.',
  'It costs $3.50, as it always did.',
  'Who is there?',
];

/** The csv of a script: one row per line, one column per locale. */
export function sheetOf({ rows, locales }: RandomWorkflow): string {
  const columns = LOCALES.slice(0, locales);
  const body = rows.map(({ character, limit, text }, index) => {
    const scripts = columns.map((locale) => `"${TEXTS[text]}${locale === 'en-us' ? '' : ` (${locale})`}"`);
    return [`l${index}`, character, limit ?? '', ...scripts].join(',');
  });
  return [['id', 'character', 'max_duration_ms', ...columns].join(','), ...body].join('\n');
}

interface Casting {
  upload: string;
  /** The config of the first generator, and of the generator for rejected takes. */
  first: Record<string, unknown>;
  second: Record<string, unknown>;
}

export function graphOf(random: RandomWorkflow, { upload, first, second }: Casting): WorkflowDefinition {
  const source = node('source_script', { input_type: 'file', upload_ids: [upload] });
  const nodes: GraphNode[] = [source];
  const links: Link[] = [];
  const add = (from: GraphNode, port: string, to: GraphNode): GraphNode => {
    if (!nodes.includes(to)) nodes.push(to);
    links.push([from, port, to]);
    return to;
  };
  const { strategies: retry_strategies, fallback, normalizer } = random;
  const generator = node('operator_generator', {
    ...{ ...first, retry_strategies },
    ...(fallback && { fallback_provider: 'polly' }),
  });
  const texts = normalizer ? add(source, 'lines', node('operator_normalizer')) : source;
  add(texts, 'lines', generator);
  const audio =
    random.mastering === 'before' ? add(generator, 'audio', node('operator_mastering')) : generator;
  const other = node('operator_generator', second);
  const ends = random.beside
    ? random.checks.map((one) => checked([audio, 'audio'], one, { generator, other, add }))
    : [
        random.checks.reduce<[GraphNode, string]>(
          (from, one) => checked(from, one, { generator, other, add }),
          [audio, 'audio'],
        ),
      ];
  const checkOfBoth = nodes.find(({ type }) => type.startsWith('validator_'));
  if (random.mastering === 'both' && checkOfBoth)
    add(add(generator, 'audio', node('operator_mastering')), 'audio', checkOfBoth);
  for (const end of ends.length > 0 ? ends : [[audio, 'audio'] as [GraphNode, string]])
    deliver(random, end, add);
  if (nodes.includes(other)) {
    const end: [GraphNode, string] = [other, 'audio'];
    deliver(
      random,
      random.second ? checked(end, random.second, { generator: other, other: undefined, add }) : end,
      add,
    );
  }
  return definitionOf(nodes, links);
}

type Add = (from: GraphNode, port: string, to: GraphNode) => GraphNode;

function checked(
  [from, port]: [GraphNode, string],
  { type, fail, ...config }: RandomCheck,
  { generator, other, add }: { generator: GraphNode; other: GraphNode | undefined; add: Add },
): [GraphNode, string] {
  const place = add(from, port, node(type, config));
  if (fail === 'back') add(place, 'fail', generator);
  if (fail === 'forward' && other) add(place, 'fail', other);
  return [place, 'pass'];
}

function deliver({ mastering }: RandomWorkflow, [from, port]: [GraphNode, string], add: Add): void {
  const ready: [GraphNode, string] =
    mastering === 'after' ? [add(from, port, node('operator_mastering')), 'audio'] : [from, port];
  add(...ready, node('sink_preview'));
}
