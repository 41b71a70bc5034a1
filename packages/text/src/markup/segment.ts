/** The kind of a part of a line. */
export type SegmentKind =
  /** Words. */
  | 'text'
  /** Becomes text later: `{name}`, `%s`, `${x}`, an ICU plural. */
  | 'placeholder'
  /** Formats the text on a screen: `<b>`, `{w=0.5}`, `[color=red]`, `\n`. */
  | 'tag'
  /** A character in another notation: `&amp;`, `%%`, `\u2019`. */
  | 'entity'
  /** An instruction how to speak, or a sound: `[whispers]`, `(laughs)`. */
  | 'audio_tag'
  /** Any other note in square brackets: `[Door slams]`. */
  | 'direction'
  /** Speech markup that providers know: `<break/>`, `<sub alias="…">`. */
  | 'speech';

/** The gap that a removed tag leaves: `none` joins the words around it, like a screen. `space` is a line end. */
export type Gap = 'none' | 'auto' | 'space';

/** One text of a placeholder that chooses between several. */
export interface Branch {
  /** `one`, `=0`, `male`. Empty if the position of a text selects it. */
  selector: string;
  start: number;
  end: number;
}

/** A part of a line, by its UTF-16 offsets. */
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
  /** The type of a placeholder's value. */
  value?: 'number' | 'word';
  choice?: 'plural' | 'ordinal' | 'select';
  branches?: readonly Branch[];
}

/** A segment as a reader finds it at a position. */
export type SegmentMatch = Omit<Segment, 'start'>;

/** One pass over a text. */
export interface Scan {
  text: string;
  /** Lowercase names that have values. They are placeholders in any notation. */
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

export type Reader = (scan: Scan, at: number) => SegmentMatch | undefined;

/** Matches a sticky pattern at a position. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
