import type { ScriptUnit } from './write-xliff.ts';
import {
  collapsed,
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

export interface WrittenUnit {
  original_data: string;
  /** The source with its target. In XLIFF 2, they are within segments. */
  content: string;
}

const CODES = new RegExp(`${PLACEHOLDER_TOKENS.source}|\\n`, 'g');

/** The attributes and the content of a source or target. */
type Element = Pick<InlineMarkup, 'attributes'> & { xml: string };

/**
 * The XML of a unit. Unchanged text is written as in the original file; in changed text, placeholders become
 * their original elements.
 */
export function writtenUnit({ source, target }: ScriptUnit, version: UnitMarkup['version']): WrittenUnit {
  const own = target?.markup ?? null;
  const kept = [own, source.markup].find((markup) => markup?.version === version) ?? null;
  const hasSource = kept !== null && isTextOf(source.script, sourceParts(kept));
  const hasTarget =
    target !== null && kept !== null && kept === own && isTextOf(target.script, targetParts(kept));
  const original_data = kept?.original_data ?? '';
  if (kept && hasSource && (target === null || hasTarget)) {
    const segments = kept.segments.map((segment) => segmentXml(segment, { version, has_target: hasTarget }));
    return { original_data, content: segments.join('') };
  }
  const first = kept ? sourceParts(kept) : [];
  const second = kept && kept === own ? targetParts(kept) : [];
  const writtenSource = hasSource
    ? joined(first, version)
    : { attributes: '', xml: changedXml(source.script, { version, codes: codesOf(first, second) }) };
  const parts = { source: elementXml('source', writtenSource), target: '', attributes: '' };
  if (target) {
    const state = target.is_pseudo && version === 1 ? ' state="needs-translation"' : '';
    const made = {
      attributes: state,
      xml: changedXml(target.script, { version, codes: codesOf(second, first) }),
    };
    parts.target = elementXml('target', hasTarget ? joined(second, version) : made);
    parts.attributes = target.is_pseudo ? ' state="initial"' : '';
  }
  const content = `${parts.source}${parts.target}`;
  return {
    original_data,
    content: version === 1 ? content : `<segment${parts.attributes}>\n${content}</segment>\n`,
  };
}

function segmentXml(
  { element, attributes, source, seg_source, target }: SegmentMarkup,
  { version, has_target }: { version: UnitMarkup['version']; has_target: boolean },
): string {
  const write = (name: string, inline: InlineMarkup | null | undefined): string =>
    inline ? elementXml(name, joined([inline], version)) : '';
  const content = [
    write('source', source),
    write('seg-source', seg_source),
    has_target ? write('target', target) : '',
  ].join('');
  return version === 1 ? content : `<${element}${attributes}>\n${content}</${element}>\n`;
}

function elementXml(name: string, { attributes, xml }: Element): string {
  return `<${name}${attributes}>${xml}</${name}>\n`;
}

/** Merges several parts. Only the surrounding unit preserves white space. */
function joined(parts: readonly InlineMarkup[], version: UnitMarkup['version']): Element {
  const [only] = parts;
  if (only && parts.length === 1) {
    const isKept = collapsed(only).every((part, index) => part === only.parts[index]);
    const space = isKept ? '' : ' xml:space="default"';
    return { attributes: `${only.attributes}${space}`, xml: xmlOf(only.parts, version) };
  }
  return { attributes: '', xml: parts.map((inline) => xmlOf(collapsed(inline), version)).join('') };
}

function xmlOf(parts: readonly InlinePart[], version: UnitMarkup['version']): string {
  return parts.map((part) => (typeof part === 'string' ? textXml(part, version) : part.xml)).join('');
}

/** Inline markup by its text token: from `own`, and from `other` if `own` lacks it. */
function codesOf(own: readonly InlineMarkup[], other: readonly InlineMarkup[]): Map<string, string[]> {
  return new Map([...codesByText(other), ...codesByText(own)]);
}

function codesByText(inlines: readonly InlineMarkup[]): Map<string, string[]> {
  const codes = inlines
    .flatMap(({ parts }) => parts)
    .flatMap((part) =>
      typeof part !== 'string' && part.text !== undefined ? [{ xml: part.xml, text: part.text }] : [],
    );
  return new Map(
    Array.from(
      Map.groupBy(codes, ({ text }) => text),
      ([text, all]) => [text, all.map(({ xml }) => xml)],
    ),
  );
}

/**
 * The XML of a changed text. Placeholders and line breaks become their original elements; unknown
 * placeholders become empty elements, once each, because ids must be unique.
 */
function changedXml(
  script: string,
  { version, codes }: { version: UnitMarkup['version']; codes: Map<string, string[]> },
): string {
  const element = version === 1 ? 'x' : 'ph';
  const used = new Map<string, number>();
  return textXml(script, version).replace(CODES, (token, id: string | undefined) => {
    const count = used.get(token) ?? 0;
    used.set(token, count + 1);
    const own = codes.get(token);
    if (own) return own[count] ?? token;
    return id === undefined || count > 0 ? token : `<${element} id="${id}"/>`;
  });
}

function textXml(text: string, version: UnitMarkup['version']): string {
  return version === 1 ? xmlText(text) : xmlText(text, codePoint);
}

function codePoint(character: string): string {
  return `<cp hex="${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}"/>`;
}
