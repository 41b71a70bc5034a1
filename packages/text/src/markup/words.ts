const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Names of tags that change the appearance of letters. On a screen, they leave no gap. */
export const INLINE = setOf(
  'a abbr acronym alpha allcaps align b bdi bdo big bgcolor blink bold c cite code color colour cps cspace del dfn em face fade fgcolor font font-weight font_size g gradient highlight hint i indent ins italic jiggle k kbd lowercase lang line-height line-indent link margin mark material mspace nobr noparse nomarkup opentype_features outline outlinecolor outline_color outline_size plain pulse q quad rainbow rb rp rt rtc ruby s samp shadow shake size small smallcaps span speed strike strong style sub sup swing t tornado tt u underline uppercase url v var voffset wave wbr wiggle x bpt ept it ph pc mrk',
);
/** Names of tags that end a line or represent a picture. */
export const BLOCK = setOf(
  'br brk blockquote center div dd dl dt fill hr h1 h2 h3 h4 h5 h6 icon image img input left li lb line link-break n nl nobreak ol option p page para poem pos right row sprite space table cell td th title tr ul vspace w wait nw clear newline',
);

/** Tags of BBCode, as Godot and Yarn Spinner write them. */
export const BBCODE = setOf(
  'b i u s p br hr lb rb ruby code center left right fill indent url img image font font_size color bgcolor fgcolor outline_size outline_color table cell ul ol li dropcap hint lang opentype_features wave tornado shake fade rainbow pulse quote size spoiler center ghost matrix heart jump jitter bounce sparkle character select plural ordinal nomarkup wait speed typewriter skip signal input screenshake line',
);
/** Tags of Ren'Py that need no closing tag. */
export const RENPY_VOID = setOf('w p nw fast done clear space vspace image');
/** Tags of Ren'Py that could also be names of variables. They count as tags if the line closes one. */
export const RENPY_PAIRED = setOf('b i u s a plain rt rb art alt size color font alpha cps k outlinecolor');

/** Names of variables that are written like a direction: `[name]`, `[player]`. */
export const VARIABLES = setOf(
  'name player playername username user mc pc hero heroine protagonist npc villain item items amount count number num n x y points score gold coins money price level city town place date time day month year age email firstname lastname company value total weapon enemy target quest team rank team_name',
);
/** Names of variables whose value is a number. */
const NUMBERS =
  /(?:^|[_.\s-])(?:n|num|number|count|amount|total|qty|quantity|points?|score|gold|coins?|money|price|cost|level|lvl|hp|mp|xp|age|days?|hours?|minutes?|seconds?|year|rank|index|percent|damage)$|^\d+:|:[.,]?\d*[dfn]|Count$|Amount$|Number$|Level$|Score$|Points$/i;

/** The type of a variable's value, by its name. */
export function valueType(name: string): 'number' | 'word' {
  return NUMBERS.test(name) ? 'number' : 'word';
}

/** Words for sounds of a voice: the beginnings of the words, with their endings. */
const SOUND =
  /^(?:laugh|chuckl|giggl|snicker|sigh|gasp|whisper|shout|yell|scream|cry|cries|sob|sniff|cough|groan|moan|grunt|breath|inhal|exhal|yawn|snort|scoff|mutter|mumbl|whimper|growl|snarl|shush|wheez|hiccup|burp|sneez|stammer|stutter|cackl|squeal|shriek|wail|weep|murmur|crying|cheer)(?:s|es|e|ed|ing|led|ling|er|ter|ly|y)?$/;
/** `clears throat`, `clearing his throat`. */
const THROAT = /^clear(?:s|ing|ed)?[ _-](?:his |her |their |my )?throat$/;
/** Words that direct a voice only if they are in the position of a direction. */
const MANNER = setOf(
  'softly quietly loudly angrily sadly happily excitedly nervously sarcastically cheerfully calmly slowly quickly firmly gently coldly hesitantly fearfully angry sad happy excited nervous sarcastic tired scared afraid calm surprised confused amused annoyed bored curious worried determined serious playful mischievous shocked relieved frustrated desperate disgusted fearful embarrassed hopeful proud shy smug stern tearful tense thoughtful warmly pants panting hums humming sings singing claps applause gulps beat pause silence sarcasm aside deadpan pleading',
);
/** Words that stand beside a sound: `sighs deeply`. */
const ADVERB = setOf(
  'a an and the deeply heavily nervously softly quietly loudly slightly under his her their breath to himself herself themselves very more again long short sharply bitterly hysterically happily sadly angrily gently',
);
/** The same in Japanese, Chinese and Korean. */
const EASTERN =
  /^(?:笑|笑い|苦笑|泣|ため息|溜息|溜め息|小声|囁き|ささやき|咳|叹气|叹息|低声|低声说|大笑|轻笑|哭泣|咳嗽|한숨|웃음|속삭임|속삭이며)$/;

/** The words of a phrase. */
const wordsIn = (phrase: string): string[] => phrase.trim().split(/[\s,_-]+/);

/** Whether a phrase names a sound of a voice: `laughs`, `sighs deeply`, `clears throat`. */
export function isSound(phrase: string): boolean {
  if (EASTERN.test(phrase) || THROAT.test(phrase)) return true;
  const words = wordsIn(phrase);
  if (words.length > 5 || !words.some((word) => SOUND.test(word))) return false;
  return words.every((word) => SOUND.test(word) || ADVERB.has(word) || MANNER.has(word));
}

/** Whether a phrase describes how to speak: `softly`, `angry`. */
export function isManner(phrase: string): boolean {
  const words = wordsIn(phrase);
  return words.length <= 4 && words.every((word) => MANNER.has(word) || ADVERB.has(word) || SOUND.test(word));
}

/** A few words without capitals. */
const LOWER = /^[\p{Ll}\p{Lo}\p{Lm}][\p{Ll}\p{Lo}\p{Lm}\p{M}' ’,-]{0,79}$/u;
/** The description of a voice: `French accent`, `deep voice`. */
const ACCENT = /^[\p{L} -]{2,40} (?:accent|voice|tone|sound|music)$/u;

/** Whether a phrase in square brackets directs the voice: it has no capitals, or names a voice, a sound or a manner. */
export function isStageDirection(phrase: string): boolean {
  const lower = phrase.toLowerCase();
  return LOWER.test(phrase) || ACCENT.test(phrase) || isSound(lower) || isManner(lower);
}
