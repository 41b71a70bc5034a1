export type FileNameValues = {
  locale: string;
  character: string | null;
  line_id: string;
  line_index: number;
  workflow: string;
  run: string;
  voice: string | null;
  ext: string;
};

const MAX_SEGMENT_BYTES = 120;
const MAX_FOLDERS = 8;
/** The device names of Windows, which cannot be file names: `con`, `LPT1`. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among what is replaced.
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f<>:"|?*/\\]+/g;
/** Direction marks and other invisible characters can make one extension look like another. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** The next number to try for each name, so that 100,000 equal names do not all start from 2. */
const nextSuffix = new WeakMap<Set<string>, Map<string, number>>();

/**
 * Returns the archive path of one line, and adds it to `paths`: `en-us/Ada_L00001.wav` for `{locale}/{character}_{line_id}`,
 * and `en-us/Ada_L00001-2.wav` for a second such line. The path is relative, stays inside its folder, is valid
 * on Windows, and differs from all earlier paths even if case and Unicode form are ignored.
 */
export function renderFileName(pattern: string, values: FileNameValues, paths: Set<string>): string {
  const ext =
    values.ext
      .replace(/[^a-z0-9]/gi, '')
      .slice(0, 10)
      .toLowerCase() || 'bin';
  const segments = pattern.split(/[/\\]+/).map((part) => cleanSegment(fillIn(part, { ...values, ext })));
  const last = segments.pop() ?? '';
  const folders = segments.filter((segment) => segment !== '').slice(0, MAX_FOLDERS);
  let stem = last;
  if (last.toLowerCase().endsWith(`.${ext}`)) stem = last.slice(0, -ext.length - 1);
  const base = cleanSegment(stem) || cleanSegment(values.line_id) || 'line';
  let folder = '';
  for (const segment of folders.map((name) => protect(name, 0))) {
    let name = segment;
    // Renames a folder that has the name of a file, such as `a.wav` in `a.wav/x.wav`.
    for (let number = 2; paths.has(foldName(`${folder}${name}`)); number += 1) name = `${segment}-${number}`;
    folder += `${name}/`;
    paths.add(foldName(folder));
  }
  const counters = nextSuffix.get(paths) ?? new Map<string, number>();
  nextSuffix.set(paths, counters);
  const counterKey = foldName(`${folder}${base}.${ext}`);
  for (let number = counters.get(counterKey) ?? 1; ; number += 1) {
    let suffix = '';
    if (number > 1) suffix = `-${number}`;
    const name = `${protect(base, suffix.length + ext.length + 1)}${suffix}.${ext}`;
    const key = foldName(`${folder}${name}`);
    if (paths.has(key) || paths.has(`${key}/`)) continue;
    paths.add(key);
    counters.set(counterKey, number + 1);
    return `${folder}${name}`;
  }
}

/** A part of a path with the values in place of their names. Unknown names stay as they are. */
function fillIn(part: string, values: FileNameValues): string {
  const texts: Record<string, string> = {
    locale: values.locale,
    character: values.character ?? '',
    line_id: values.line_id,
    line_index: String(values.line_index).padStart(5, '0'),
    workflow: values.workflow,
    run: values.run,
    voice: values.voice ?? '',
    ext: values.ext,
  };
  let hasGap = false;
  const name = part.replace(/\{(\w+)\}/g, (placeholder, field: string) => {
    if (!Object.hasOwn(texts, field)) return placeholder;
    hasGap ||= texts[field] === '';
    return texts[field] ?? '';
  });
  // An empty value leaves its separator, as in `{character}_{line_id}` for a line without a character.
  if (hasGap) return trimEdges(name, /[\s_.-]/);
  return name;
}

/** Not a pattern that ends in `$`, which would take quadratic time on a name full of such characters. */
function trimEdges(text: string, edge: RegExp): string {
  let start = 0;
  let end = text.length;
  while (start < end && edge.test(text.charAt(start))) start += 1;
  while (end > start && edge.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Replaces forbidden characters, and removes invisible ones and dots and spaces at the edges: `..` becomes empty. */
function cleanSegment(text: string): string {
  const safe = text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(FORBIDDEN, '_')
    .replace(/\s+/g, ' ')
    .replace(/\.{2,}/g, '.');
  return trimEdges(safe, /[\s.]/).replace(/^_+$/, '');
}

/** Limits a name to the length that every file system accepts, and changes device names of Windows. */
function protect(segment: string, reservedBytes: number): string {
  const [device = ''] = segment.split('.');
  let safe = segment;
  if (RESERVED.test(device.trim())) safe = `_${segment}`;
  let size = reservedBytes;
  let name = '';
  for (const character of safe) {
    size += Buffer.byteLength(character);
    if (size > MAX_SEGMENT_BYTES) break;
    name += character;
  }
  // Windows drops spaces and dots at the end of a name.
  return name.replace(/(?<![\s.])[\s.]+$/, '');
}

/** The form in which Windows and macOS compare names. */
export function foldName(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
