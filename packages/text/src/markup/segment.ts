/** What a stretch of a line is. */
export type SegmentKind =
  /** Words. */
  | 'text'
  /** Becomes text later: `{name}`, `%s`, `${x}`, an ICU plural. */
  | 'placeholder'
  /** Formats the text on a screen: `<b>`, `{w=0.5}`, `[color=red]`, `\n`. */
  | 'tag'
  /** A character in another notation: `&amp;`, `%%`, `\u2019`. */
  | 'entity'
  /** How to speak, or a sound: `[whispers]`, `(laughs)`. */
  | 'audio_tag'
  /** Any other note in square brackets: `[Door slams]`. */
  | 'direction'
  /** Speech markup that providers know: `<break/>`, `<sub alias="…">`. */
  | 'speech';

/** Where a removed tag may join two words: `none` joins them, as a screen does; `space` ends a line. */
export type Gap = 'none' | 'auto' | 'space';

/** One text of a placeholder that chooses between several. */
export interface Branch {
  /** `one`, `=0`, `male`; empty for texts that are numbered by their place. */
  selector: string;
  start: number;
  end: number;
}

/** A stretch of a line, by its UTF-16 offsets. */
export interface Segment {
  kind: SegmentKind;
  start: number;
  end: number;
  /** The name of a placeholder or tag, or the words of an audio tag or direction. */
  name: string;
  /** The character of an entity. */
  text?: string;
  position?: 'open' | 'close' | 'void';
  gap?: Gap;
  attributes?: Readonly<Record<string, string>>;
  /** What the value of a placeholder is. */
  value?: 'number' | 'word';
  choice?: 'plural' | 'ordinal' | 'select';
  branches?: readonly Branch[];
}

/** A segment as a reader finds it at a position. */
export type Found = Omit<Segment, 'start'>;

/** One pass over a text. */
export interface Scan {
  text: string;
  /** Names with values, in lowercase: they are placeholders in any notation. */
  names: ReadonlySet<string>;
  /** The closing brace of each opening one. */
  braces(): ReadonlyMap<number, number>;
  /** The closing square bracket of each opening one. */
  brackets(): ReadonlyMap<number, number>;
  /** Whether the text has this closing tag, in lowercase. */
  closes(tag: string): boolean;
  /** Elements of speech markup that are open, by name. */
  open: Map<string, number>;
}

export type Reader = (scan: Scan, at: number) => Found | undefined;

/** Matches a sticky pattern at a position. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
