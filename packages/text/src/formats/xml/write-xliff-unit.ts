import type { ScriptText, ScriptUnit } from './write-xliff.ts';
import {
  collapseSpace,
  type InlineMarkup,
  type InlinePart,
  isTextOf,
  PLACEHOLDER_TOKENS,
  type SegmentMarkup,
  sourceParts,
  targetParts,
  type UnitMarkup,
} from './xliff-markup.ts';
import { xmlText } from './xml-writer.ts';

export interface UnitXml {
  original_data: string;
  /** The source with its target. In XLIFF 2, they are within segments. */
  content: string;
}

type Version = UnitMarkup['version'];

/** The attributes and the content of a source or target. */
interface InlineXml {
  attributes: string;
  xml: string;
}

/** Placeholder tokens and line breaks, which are inline elements in XLIFF. */
const CODES = new RegExp(`${PLACEHOLDER_TOKENS.source}|\\n`, 'g');
/** For a unit whose markup does not come from this version of XLIFF. */
const NO_MARKUP = { original_data: '', segments: [] };

/**
 * The XML of a unit. Unchanged text is written as in the original file; in changed text, placeholders become
 * their original elements.
 */
export function writeUnit({ source, target }: ScriptUnit, version: Version): UnitXml {
  // The target's markup has both sides.
  const markup = [target?.markup, source.markup].find((one) => one?.version === version);
  const { original_data, segments } = markup ?? NO_MARKUP;
  const sources = sourceParts({ segments });
  const targets = markup && markup === target?.markup ? targetParts({ segments }) : [];
  const hasTarget = target !== null && isUnchanged(target, targets);
  if (isUnchanged(source, sources) && (target === null || hasTarget)) {
    const content = segments.map((segment) => segmentXml(segment, { version, has_target: hasTarget }));
    return { original_data, content: content.join('') };
  }
  let content = elementXml('source', writeText(source, [sources, targets], version));
  if (target) {
    const inline = writeText(target, [targets, sources], version);
    if (version === 1 && target.is_pseudo && !hasTarget) inline.attributes = ' state="needs-translation"';
    content += elementXml('target', inline);
  }
  if (version === 2) {
    const state = target?.is_pseudo ? ' state="initial"' : '';
    content = `<segment${state}>\n${content}</segment>\n`;
  }
  return { original_data, content };
}

/** Whether a text is that of its original markup. */
function isUnchanged({ script }: ScriptText, inlines: readonly InlineMarkup[]): boolean {
  return inlines.length > 0 && isTextOf(script, inlines);
}

/** A segment as in the original file, without its target unless the target is unchanged (`has_target`). */
function segmentXml(
  { element, attributes, source, seg_source, target }: SegmentMarkup,
  { version, has_target }: { version: Version; has_target: boolean },
): string {
  let content = '';
  if (source) content += elementXml('source', mergeInlines([source], version));
  if (seg_source) content += elementXml('seg-source', mergeInlines([seg_source], version));
  if (target && has_target) content += elementXml('target', mergeInlines([target], version));
  return version === 1 ? content : `<${element}${attributes}>\n${content}</${element}>\n`;
}

/** An element on a line of its own. */
function elementXml(name: string, { attributes, xml }: InlineXml): string {
  return `<${name}${attributes}>${xml}</${name}>\n`;
}

/**
 * The XML of a text: its original markup if it did not change. Otherwise, placeholders and line breaks become the
 * original elements of this side, else of the other one. Unknown placeholders become empty elements, once each, because
 * ids must be unique.
 */
function writeText(
  text: ScriptText,
  [own, other]: [own: readonly InlineMarkup[], other: readonly InlineMarkup[]],
  version: Version,
): InlineXml {
  if (isUnchanged(text, own)) return mergeInlines(own, version);
  const element = version === 1 ? 'x' : 'ph';
  const codes = new Map([...groupCodes(other), ...groupCodes(own)]);
  const counts = new Map<string, number>();
  const xml = textXml(text.script, version).replace(CODES, (token, id: string | undefined) => {
    const count = counts.get(token) ?? 0;
    counts.set(token, count + 1);
    const tokenCodes = codes.get(token);
    if (tokenCodes) return tokenCodes[count]?.xml ?? token;
    return id === undefined || count > 0 ? token : `<${element} id="${id}"/>`;
  });
  return { attributes: '', xml };
}

/** Merges several parts. Only the surrounding unit preserves white space. */
function mergeInlines(inlines: readonly InlineMarkup[], version: Version): InlineXml {
  const [first, ...others] = inlines;
  if (!first || others.length > 0) {
    const xml = inlines.map((inline) => partsXml(collapseSpace(inline), version));
    return { attributes: '', xml: xml.join('') };
  }
  const isCollapsed = collapseSpace(first).every((part, index) => part === first.parts[index]);
  const space = isCollapsed ? '' : ' xml:space="default"';
  return { attributes: `${first.attributes}${space}`, xml: partsXml(first.parts, version) };
}

/** Text and inline markup as XML. */
function partsXml(parts: readonly InlinePart[], version: Version): string {
  return parts.map((part) => (typeof part === 'string' ? textXml(part, version) : part.xml)).join('');
}

/** Inline markup by its text token. */
function groupCodes(inlines: readonly InlineMarkup[]) {
  const parts = inlines.flatMap((inline) => inline.parts);
  const codes = parts.filter((part) => typeof part !== 'string' && part.text !== undefined);
  return Map.groupBy(codes as { xml: string; text: string }[], ({ text }) => text);
}

/** A text as XML. In XLIFF 2, an element replaces each character that XML does not allow. */
function textXml(text: string, version: Version): string {
  if (version === 1) return xmlText(text);
  return xmlText(text, (character) => {
    const hex = character.charCodeAt(0).toString(16).toUpperCase();
    return `<cp hex="${hex.padStart(4, '0')}"/>`;
  });
}
