import { placeholderValuesOf } from '@voiceloom/contract';
import { leavesToVoice, normalizeText } from '@voiceloom/normalizer';
import {
  countCharacters,
  countText,
  findMarkup,
  languageOf,
  markupTally,
  maxAddedCharacters,
  NOTHING_TO_SPEAK,
  normalizeLocale,
  quoteForMessage,
  skipReason,
} from '@voiceloom/text';
import { forEachInSlices } from '../../db/batches.ts';
import { findConfiguredVoice, findLocaleEntry } from '../casting/assign-voice.ts';
import { resolveControlsWithNote } from '../casting/review-notes.ts';
import type { CastLine, GeneratorConfig, VoiceAssignment } from '../casting/voice-pool.ts';
import { type PlanNode, parseConfig } from '../plan.ts';
import { MAX_LINE_CHARACTERS } from '../sources/script-lines.ts';
import { type EstimateNote, formatNames, MAX_NAMED } from '../sources/source-lines.ts';
import { findMarkupPolicy } from '../speech-text/markup-policy.ts';
import type { SimulatedLine } from '../translation/forecast.ts';
import type { PreparedGenerator } from './prepare-generator.ts';

const MAX_NOTES = 100;

/** Lines of one character in one locale, with their voice. */
interface CastGroup extends CastLine {
  count: number;
  /** The ids of the first lines only. */
  line_ids: string[];
  assignment: VoiceAssignment | undefined;
  /** Directions and controls that the model does not accept, with the number of their lines. */
  droppedCounts: Map<string, number>;
}

type CastNote = Omit<EstimateNote, 'node_id'>;

/** Lines without a voice, by locale. They prevent the run from starting. */
export async function findVoicelessLines(
  { node, lines, fallbacks, budget }: PreparedGenerator,
  sources: readonly PlanNode[],
  needsVoice: (line: SimulatedLine) => boolean,
): Promise<EstimateNote[]> {
  const groups = await groupLines({ lines: lines.filter(needsVoice), fallbacks, budget });
  const voicelessGroups = groups.filter(({ assignment }) => !assignment);
  return Array.from(
    Map.groupBy(voicelessGroups, ({ locale_code }) => locale_code),
    ([locale, localeGroups]) => {
      const count = localeGroups.reduce((sum, group) => sum + group.count, 0);
      const ids = localeGroups.flatMap(({ line_ids }) => line_ids);
      const linesInNeed = `${countText(count, 'line')} (${formatNames(ids, count)}) ${count === 1 ? 'needs' : 'need'}`;
      const source = sources.find(
        ({ id, config }) => node.upstream.has(id) && config.source_language === locale,
      );
      let cause = '';
      if (source) cause = ` It is the source_language of ${source.label}.`;
      const message = `No voice speaks ${locale}, which ${linesInNeed}.${cause} Choose a voice that speaks it, or another provider.`;
      return { node_id: node.id, code: 'no_voice', message };
    },
  );
}

/** A shorter text does not become that long, whatever the normalizer and the dictionary write out. */
const MIN_LONG_TEXT = 1_000;

/** Lines that values, the normalizer or the dictionary make too long to speak. They prevent the run from starting. */
export async function findLongLines(
  { node, config, lines, textFor, budget }: PreparedGenerator,
  needsVoice: (line: SimulatedLine) => boolean,
): Promise<EstimateNote[]> {
  const examples: string[] = [];
  let count = 0;
  const check = (line: SimulatedLine): void => {
    const { script, line_id, locale_code } = line;
    const maxLength = script.length + maxAddedCharacters(script, findMarkupPolicy(config, line));
    if (maxLength < MIN_LONG_TEXT || !needsVoice(line)) return;
    const length = countCharacters(textFor(line) ?? script);
    if (length <= MAX_LINE_CHARACTERS) return;
    count += 1;
    if (examples.length < MAX_NAMED)
      examples.push(`${quoteForMessage(line_id)} in ${locale_code} has ${length.toLocaleString('en')}`);
  };
  await forEachInSlices(lines, check, budget);
  if (count === 0) return [];
  const remainder = count > examples.length ? ` and ${count - examples.length} more` : '';
  const limit = MAX_LINE_CHARACTERS.toLocaleString('en');
  const message = `${countText(count, 'line')} ${count === 1 ? 'has' : 'have'} more than ${limit} characters to speak: ${examples.join(', ')}${remainder}. Split ${count === 1 ? 'it' : 'them'} into several lines.`;
  return [{ node_id: node.id, code: 'line_too_long', message }];
}

/**
 * Mismatches between cast and lines: lines without words, voices for another language, characters without lines.
 */
export async function listCastNotes(
  generator: PreparedGenerator,
  areLinesComplete: boolean,
): Promise<EstimateNote[]> {
  const { node, config, silentLines, budget } = generator;
  const groups = await groupLines(generator);
  const notes: CastNote[] = [];

  const wordlessIds: string[] = [];
  const addWordless = (line: SimulatedLine): void => {
    if (skipReason(line.script, findMarkupPolicy(config, line)) === NOTHING_TO_SPEAK)
      wordlessIds.push(line.line_id);
  };
  await forEachInSlices(silentLines, addWordless, budget);
  if (wordlessIds.length > 0) {
    const has = wordlessIds.length === 1 ? 'has nothing to speak and is' : 'have nothing to speak and are';
    const message = `${countText(wordlessIds.length, 'line')} ${has} skipped: ${formatNames(wordlessIds)}.`;
    notes.push({ code: 'nothing_to_speak', message });
  }

  // The kinds of markup in the lines, with counts and examples. Names the lines that are held back.
  const tally = markupTally();
  const addMarkup = (line: SimulatedLine): void => {
    if (!line.guess) tally.add(line.script, findMarkupPolicy(config, line));
  };
  await forEachInSlices([...generator.lines, ...silentLines], addMarkup, budget);
  notes.push(...tally.notices());

  notes.push(...(await listReadByVoice(generator)));
  notes.push(...(await listUnusedRecordings(generator)));

  // Lines whose text changed after their take was approved.
  const { changedLines } = generator.locks;
  if (changedLines.length > 0) {
    const ids = changedLines.map(({ line_id }) => line_id);
    const has = changedLines.length === 1 ? 'has' : 'have';
    const message = `${countText(changedLines.length, 'line')} ${has} a locked take of another text, which is not used: ${formatNames(ids)}.`;
    notes.push({ code: 'lock_ignored', message });
  }

  notes.push(...listOtherVoices(config, groups));
  notes.push(...listDroppedControls(groups));
  if (areLinesComplete && groups.length > 0) notes.push(...listCharactersWithoutLines(config, groups));
  if (areLinesComplete) notes.push(...listValuesWithoutLines(generator));
  return notes.slice(0, MAX_NOTES).map((note) => ({ node_id: node.id, ...note }));
}

/** The part of a generator that determines how its lines are grouped. */
interface GroupingInput extends Pick<PreparedGenerator, 'budget' | 'fallbacks'> {
  lines: readonly SimulatedLine[];
  /** Without these two, dropped contexts and review notes are not found. */
  contextFor?: PreparedGenerator['contextFor'];
  reviewNoteFor?: PreparedGenerator['reviewNoteFor'];
}

/** Groups the lines by locale and character, which determine the voice. */
async function groupLines({ lines, fallbacks, budget, ...generator }: GroupingInput): Promise<CastGroup[]> {
  const groups = new Map<string, CastGroup>();
  const add = (simulatedLine: SimulatedLine): void => {
    const { line_id, locale_code, character_name, direction } = simulatedLine;
    const key = JSON.stringify([locale_code, character_name]);
    const line = { locale_code, character_name };
    const group: CastGroup = groups.get(key) ?? {
      ...line,
      count: 0,
      line_ids: [],
      droppedCounts: new Map(),
      assignment: fallbacks.assignmentFor(line) ?? fallbacks.fallbackFor(line),
    };
    groups.set(key, group);
    group.count += 1;
    if (group.line_ids.length < MAX_NAMED) group.line_ids.push(line_id);
    if (!group.assignment) return;
    const { model, controls } = group.assignment;
    const instructions = { direction, note: generator.reviewNoteFor?.(simulatedLine) };
    const { dropped } = resolveControlsWithNote(
      model,
      { ...controls, ...simulatedLine.controls },
      instructions,
    );
    const losesContext = generator.contextFor?.(simulatedLine) !== undefined && !model.takes_context;
    const names = [...dropped];
    if (losesContext) names.push('context');
    for (const name of names) group.droppedCounts.set(name, (group.droppedCounts.get(name) ?? 0) + 1);
  };
  await forEachInSlices(lines, add, budget);
  return [...groups.values()];
}

const BASIC_FORM = 'Whole numbers are written out in their basic form, regardless of gender and case.';

/** Lines with digits or signs that the normalizer has no rules for, by locale. */
async function listReadByVoice({
  normalizers,
  lines: simulatedLines,
  budget,
}: PreparedGenerator): Promise<CastNote[]> {
  const [normalizer] = normalizers;
  if (!normalizer) return [];
  const { locale } = parseConfig(normalizer, 'operator_normalizer');
  const counts = new Map<string, number>();
  const count = ({ guess, script, locale_code }: SimulatedLine): void => {
    const code = locale ?? locale_code;
    if (!guess && leavesToVoice(script, code, findMarkup)) counts.set(code, (counts.get(code) ?? 0) + 1);
  };
  await forEachInSlices(simulatedLines, count, budget);
  return Array.from(counts, ([code, lineCount]) => {
    const lines = countText(lineCount, 'line');
    let message = `The normalizer has no rules for ${code}, so the voice reads the digits and signs of ${lines} in its own way.`;
    const spellsNumbers = normalizeText('3', code).spoken !== '3';
    if (spellsNumbers)
      message = `For ${code}, the normalizer has rules for plain whole numbers only, so the voice reads the other numbers and signs of ${lines} in its own way. ${BASIC_FORM}`;
    return { code: 'not_normalized', message };
  });
}

/** Notes about words that the voice says although they have a recording. */
async function listUnusedRecordings(generator: PreparedGenerator): Promise<CastNote[]> {
  const { lines, fallbacks, dictionary, budget } = generator;
  const causes = new Map<string, { words: Set<string>; lines: number }>();
  const add = (cause: string, words: readonly string[]): void => {
    if (words.length === 0) return;
    const entry = causes.get(cause) ?? { words: new Set(), lines: 0 };
    causes.set(cause, entry);
    entry.lines += 1;
    for (const word of words) entry.words.add(word);
  };
  const addWords = (line: SimulatedLine): void => {
    const { guess, script, locale_code } = line;
    if (guess) return;
    const words: string[] = [];
    const wordsWithoutRecording: string[] = [];
    for (const { word, method, recording } of dictionary.findEntries(script, locale_code)) {
      if (method !== 'recorded') continue;
      if (recording) words.push(word);
      else wordsWithoutRecording.push(word);
    }
    add('The recordings of words were deleted.', wordsWithoutRecording);
    const provider = fallbacks.assignmentFor(line)?.provider;
    if (provider && !provider.timesWords?.(locale_code))
      add(
        `${provider.id} returns no word timestamps for ${locale_code}, so recordings cannot replace words.`,
        words,
      );
  };
  await forEachInSlices(lines, addWords, budget);
  return Array.from(causes, ([cause, { words, lines: count }]) => {
    const message = `${cause} In ${countText(count, 'line')}, the voice speaks these words instead: ${formatNames([...words])}.`;
    return { code: 'unused_recording', message };
  });
}

/** Voices of the config that do not speak the language of their lines, so that other voices are assigned. */
function listOtherVoices(config: GeneratorConfig, groups: readonly CastGroup[]): CastNote[] {
  const notes: CastNote[] = [];
  for (const group of groups) {
    const { count, assignment, locale_code: locale, character_name: name } = group;
    const configuredVoice = findConfiguredVoice(config, group);
    if (!assignment || !configuredVoice || assignment.voice.id === configuredVoice.voice_id) continue;
    const { field } = configuredVoice;
    let problem = `The voice set for ${locale} does not speak it.`;
    if (field === 'voice_id') problem = `The generator's voice does not speak ${locale}.`;
    else if (field.startsWith('voices_by_character'))
      problem = `The voice set for ${name} does not speak ${locale}.`;
    const message = `${problem} ${assignment.voice.name} will speak ${countText(count, 'line')} instead.`;
    notes.push({ code: 'voice_skipped', field, message });
  }
  return notes;
}

/** What lines have besides controls and a model can drop, with its name in messages. Other dropped names are controls. */
const INSTRUCTIONS: Readonly<Record<string, string>> = {
  direction: 'direction',
  context: 'context',
  note: 'review note',
};

/** Notes about settings of the config and the lines that a model does not support. */
function listDroppedControls(groups: readonly CastGroup[]): CastNote[] {
  const drops = new Map<string, { model: VoiceAssignment['model']; name: string; count: number }>();
  for (const { assignment, droppedCounts: dropped } of groups) {
    if (!assignment) continue;
    for (const [name, count] of dropped) {
      const key = `${assignment.model.display_name}/${name}`;
      const drop = drops.get(key) ?? { model: assignment.model, name, count: 0 };
      drop.count += count;
      drops.set(key, drop);
    }
  }
  return Array.from(drops.values(), ({ model, name, count }) => {
    // A model drops a control that it does not have, and a value that its control does not accept.
    const control = name.replace('controls.', '');
    const hasControl = Object.hasOwn(model.controls?.properties ?? {}, control);
    let setting = INSTRUCTIONS[name] ?? `control ${control}`;
    if (hasControl) setting = `value of the control ${control}`;
    const them = count === 1 ? 'the line' : 'the lines';
    const message = `${model.display_name} does not support the ${setting} of ${countText(count, 'line')}. It will speak ${them} without it.`;
    return { code: name in INSTRUCTIONS ? `${name}_dropped` : 'control_dropped', message };
  });
}

/** Characters, and locales of characters, without lines. */
function listCharactersWithoutLines(config: GeneratorConfig, groups: readonly CastGroup[]): CastNote[] {
  const byCharacter = Map.groupBy(groups, ({ character_name }) => character_name);
  const characters = [...byCharacter.keys()].filter((name) => name !== null).slice(0, 5);
  let hint = 'No line has a character.';
  if (characters.length > 0) hint = `Characters in the lines: ${characters.join(', ')}.`;
  const code = 'unused_character';
  const notes: CastNote[] = [];
  for (const [name, { by_locale = {} }] of Object.entries(config.voices_by_character)) {
    const field = `voices_by_character.${name}`;
    const characterGroups = byCharacter.get(name);
    if (!characterGroups) {
      const message = `No line has the character "${name}", so its voice is not used. ${hint}`;
      notes.push({ code, field, message });
      continue;
    }
    for (const locale of Object.keys(by_locale)) {
      if (characterGroups.some((group) => findLocaleEntry({ [locale]: true }, group.locale_code))) continue;
      const message = `No line of "${name}" is in ${locale}, so the voice for this language is not used.`;
      notes.push({ code, field: `${field}.by_locale.${locale}`, message });
    }
  }
  return notes;
}

/** Values of placeholders for locales without lines. */
function listValuesWithoutLines({ config, lines, silentLines }: PreparedGenerator): CastNote[] {
  const locales = new Set([...lines, ...silentLines].map(({ locale_code }) => locale_code));
  const codes = new Set([...locales].flatMap((locale) => [locale, languageOf(locale)]));
  if (codes.size === 0) return [];
  return placeholderValuesOf(config)
    .filter(({ key, value }) => typeof value !== 'string' && !codes.has(normalizeLocale(key) ?? key))
    .map(({ path, key }) => ({
      code: 'unused_placeholder_values',
      field: path.join('.'),
      message: `No line is in ${key}, so these values are not used. Locales of the lines: ${[...locales].slice(0, 5).join(', ')}.`,
    }));
}
