import { quoteForMessage } from '@voiceloom/text';
import { localeEntry } from '../casting/assign-voice.ts';
import type { Fallbacks } from '../casting/fallbacks.ts';
import type { CastLine, GeneratorConfig, VoiceAssignment } from '../casting/voice-pool.ts';
import type { PlanNode } from '../plan.ts';
import { configOf } from '../plan.ts';
import type { EstimateNote } from '../sources/source-lines.ts';
import type { SimulatedRun } from './forecast.ts';

const MAX_NOTES = 100;
const MOST_NAMED = 10;

interface NamedLine extends CastLine {
  line_id: string;
}

/** Lines of one character in one locale, and who speaks them. */
interface Group extends CastLine {
  count: number;
  /** Of the first lines. */
  line_ids: string[];
  part: VoiceAssignment | undefined;
}

type Gap = Omit<EstimateNote, 'node_id'>;

interface Lines {
  foreseen: SimulatedRun;
  silent: readonly NamedLine[];
  /** Every line does where it is left out. */
  needsVoice?: (line: NamedLine) => boolean;
}

/** Where a cast and its lines do not fit: nobody speaks, somebody else than was named does, or names have no line. */
export function castGaps(
  node: PlanNode,
  fallbacks: Fallbacks,
  { foreseen, silent, needsVoice = () => true }: Lines,
): EstimateNote[] {
  const config = configOf(node, 'operator_generator');
  const skipped = new Set(silent);
  const lines = foreseen.linesAt(node).filter((line) => !skipped.has(line));
  const groups = groupsOf(lines, fallbacks);
  const isWhole = [...foreseen.unread].every((source) => !node.upstream.has(source));
  const gaps = [
    ...voiceless(groupsOf(lines.filter(needsVoice), fallbacks), sourceLanguages(node, foreseen)),
    ...nothingToSpeak(silent),
    ...otherVoices(config, groups),
    ...(isWhole && groups.length > 0 ? idle(config, groups) : []),
  ];
  return gaps.slice(0, MAX_NOTES).map((gap) => ({ node_id: node.id, ...gap }));
}

function groupsOf(lines: readonly NamedLine[], fallbacks: Fallbacks): Group[] {
  const groups = new Map<string, Group>();
  for (const { line_id, locale_code, character_name } of lines) {
    const key = JSON.stringify([locale_code, character_name]);
    const known = groups.get(key);
    if (known) {
      known.count += 1;
      if (known.line_ids.length < MOST_NAMED) known.line_ids.push(line_id);
    } else {
      const line = { locale_code, character_name };
      groups.set(key, {
        ...line,
        count: 1,
        line_ids: [line_id],
        part: fallbacks.assignmentFor(line) ?? fallbacks.fallbackFor(line),
      });
    }
  }
  return [...groups.values()];
}

/** The first of many, by id. */
function listed(ids: readonly string[], count: number): string {
  const named = ids.slice(0, MOST_NAMED);
  const more = count - named.length;
  return `${named.map(quoteForMessage).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function nothingToSpeak(silent: readonly NamedLine[]): Gap[] {
  if (silent.length === 0) return [];
  const has = silent.length === 1 ? 'has nothing to speak and is' : 'have nothing to speak and are';
  const ids = silent.map(({ line_id }) => line_id);
  const message = `${linesOf(silent.length)} ${has} skipped: ${listed(ids, ids.length)}.`;
  return [{ code: 'nothing_to_speak', message }];
}

const linesOf = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);

/** Locales that sources give to their lines, with the name of the source. */
function sourceLanguages(node: PlanNode, { plan }: SimulatedRun): Map<string, string> {
  const sources = plan.sources.filter(({ id }) => node.upstream.has(id));
  return new Map(
    sources.flatMap(({ config, label }) =>
      typeof config.source_language === 'string' ? [[config.source_language, label] as const] : [],
    ),
  );
}

function voiceless(groups: readonly Group[], languages: ReadonlyMap<string, string>): Gap[] {
  const byLocale = Map.groupBy(
    groups.filter(({ part }) => !part),
    ({ locale_code }) => locale_code,
  );
  return Array.from(byLocale, ([locale, own]) => {
    const count = own.reduce((sum, group) => sum + group.count, 0);
    const lines = `${linesOf(count)} (${listed(
      own.flatMap(({ line_ids }) => line_ids),
      count,
    )})`;
    const source = languages.get(locale);
    const cause = source === undefined ? '' : ` It is the source_language of ${source}.`;
    return {
      code: 'no_voice',
      message: `No voice speaks ${locale}, which ${lines} ${count === 1 ? 'needs' : 'need'}.${cause} Name a voice that does, or choose another provider.`,
    };
  });
}

/** The voice that was named for lines, and speaks others only. */
function otherVoices(config: GeneratorConfig, groups: readonly Group[]): Gap[] {
  return groups.flatMap((group): Gap[] => {
    const { locale_code: locale, character_name: name, count, part } = group;
    const named = namedFor(config, group);
    if (!part || !named || part.voice.id === named.voice_id) return [];
    const whose = name === null ? `The voice named for ${locale}` : `The voice named for ${name}`;
    const message = `${whose} does not speak ${locale}: ${part.voice.name} will speak ${linesOf(count)} instead.`;
    return [{ code: 'voice_skipped', field: named.field, message }];
  });
}

/** The voice that is named for a line, whether it speaks its language or not, and where. */
export function namedFor(config: GeneratorConfig, { locale_code: locale, character_name: name }: CastLine) {
  const cast = config.voices_by_character;
  const own = name !== null && Object.hasOwn(cast, name) ? cast[name] : undefined;
  const voice_id =
    localeEntry(own?.by_locale, locale)?.voice_id ??
    localeEntry(own?.voices_by_locale, locale) ??
    own?.voice_id;
  if (voice_id) return { voice_id, field: `voices_by_character.${name}` };
  // Who chooses its provider by locale names voices for those that come to speak.
  if (own?.provider || config.routing.mode === 'auto') return undefined;
  const inLocale = localeEntry(config.voices_by_locale, locale);
  if (inLocale) return { voice_id: inLocale, field: `voices_by_locale` };
  return config.voice_id ? { voice_id: config.voice_id, field: 'voice_id' } : undefined;
}

/** Characters, and languages of characters, that no line has. */
function idle(config: GeneratorConfig, groups: readonly Group[]): Gap[] {
  const spoken = Map.groupBy(groups, ({ character_name }) => character_name);
  return Object.entries(config.voices_by_character).flatMap(([name, { by_locale }]): Gap[] => {
    const field = `voices_by_character.${name}`;
    const own = spoken.get(name);
    if (!own) {
      const known = [...spoken.keys()].filter((other) => other !== null).slice(0, 5);
      const others =
        known.length === 0 ? 'The lines name no characters.' : `They are said by ${known.join(', ')}.`;
      const message = `No line is said by "${name}": who is cast for it never speaks. ${others}`;
      return [{ code: 'character_without_lines', field, message }];
    }
    return Object.keys(by_locale ?? {})
      .filter((locale) => !own.some((group) => localeEntry({ [locale]: true }, group.locale_code)))
      .map((locale) => ({
        ...{ code: 'character_without_lines', field: `${field}.by_locale.${locale}` },
        message: `No line of "${name}" is in ${locale}: who is cast for it there never speaks.`,
      }));
  });
}
