import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { parseScript, ScriptError, type ScriptFormat } from '../../src/index.ts';
import { documentXml, docxOf, paragraph, zipOf } from './docx.ts';

/**
 * A separate program, so that its memory can be limited and measured: `node script-fuzz.ts <inputs> <seed>`.
 */
const [inputs = 0, seed = 1] = process.argv.slice(2).map(Number);
const FORMATS: ScriptFormat[] = ['txt', 'csv', 'tsv', 'srt', 'vtt', 'json', 'arb', 'xliff', 'docx'];

const SEEDS: Record<string, string[]> = {
  text: [
    'id,character,en-us,de-de,max_duration\na,Ada,"Hello, ""you""",Hallo,1.5\nb,,Bye,,\n',
    'WEBVTT\n\nNOTE x\n\n00:01.000 --> 00:02.000\n<v Ada>Hi\n\n00:03.0 --> 00:04.0\n<i>Bye &amp; so\n',
  ],
  json: [
    '["Hello.", {"id": "b", "locale": "de-de", "text": "Tag.\\n\\ud83d\\ude00", "max_duration": "1.5 s", "x": [1, {"y": null}]}]',
    '[{"en-us": "Hi", "de-de": "", "line_id": 5, "notes": null, "deep": [[[[[{"a": [true, false, -1.5e3]}]]]]]}]',
  ],
  xliff: [
    '<?xml version="1.0" encoding="UTF-8"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en" target-language="de"><body><trans-unit id="1" maxwidth="9"><source>A <g id="1">b<x id="2"/></g><ph id="3">c</ph></source><target>Z &amp; <![CDATA[<y>]]></target><note from="character">N</note></trans-unit></body></file></xliff>',
    '<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de"><file id="f"><unit id="1"><notes><note category="max_duration_ms">900</note></notes><segment><source xml:space="preserve">A <pc id="1">b</pc><cp hex="0041"/></source><target order="2">Y</target></segment><ignorable><source> </source></ignorable></unit></file></xliff>',
  ],
  docx: [
    `${paragraph('Hello.')}<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:ins><w:r><w:t>a</w:t><w:tab/><w:br/></w:r></w:ins><w:del><w:r><w:delText>b</w:delText></w:r></w:del></w:p><w:tbl><w:tr><w:tc>${paragraph('c')}</w:tc></w:tr></w:tbl>`,
  ],
};
const PIECES = [
  ...[
    '<',
    '>',
    '&',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '\\',
    '\n',
    '\r',
    '\0',
    '\ufeff',
    ']]>',
    '<!--',
    '-->',
    '<?x',
    '?>',
  ],
  ...[
    '<!DOCTYPE a [<!ENTITY b "c">]>',
    '&b;',
    '&#0;',
    '&#x110000;',
    '<![CDATA[',
    '<source>',
    '</target>',
    '<unit id="1">',
  ],
  ...[
    '<trans-unit>',
    '<w:p>',
    '</w:p>',
    '<w:del>',
    'xmlns:w=""',
    'xml:space="preserve"',
    'null',
    '1e999',
    '\\ud800',
    '\ud800',
    '👩',
    'ש',
    ';',
    '\t',
  ],
];

const random = generator(seed);
const below = (limit: number): number => Math.floor(random() * limit);
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;

/** Mulberry32: the same inputs for the same seed on every machine. */
function generator(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function mutated(text: string): string {
  let now = text;
  for (let edits = below(5); edits >= 0; edits -= 1) {
    const at = below(now.length + 1);
    const kind = below(4);
    if (kind === 0) now = now.slice(0, at) + pick(PIECES) + now.slice(at);
    else if (kind === 1) now = now.slice(0, at) + now.slice(at + below(12));
    else if (kind === 2)
      now = now.slice(0, at) + now.slice(below(now.length), below(now.length)) + now.slice(at);
    else if (below(4) === 0) now = now.slice(0, at);
  }
  return now;
}

function damaged(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (let edits = below(6); edits >= 0; edits -= 1) copy[below(copy.length)] = below(256);
  return below(5) === 0 ? copy.subarray(0, below(copy.length)) : copy;
}

function inputFor(format: ScriptFormat): Uint8Array {
  const seeds = SEEDS[format] ?? SEEDS.text ?? [];
  if (below(50) === 0) return Uint8Array.from({ length: below(300) }, () => below(256));
  if (format === 'docx') {
    const whole = docxOf(below(2) === 0 ? mutated(pick(seeds)) : pick(seeds));
    return below(2) === 0 ? damaged(whole) : whole;
  }
  const bytes = Buffer.from(mutated(pick(seeds)));
  return below(10) === 0 ? damaged(bytes) : bytes;
}

/** Small files that expand to large ones, and large files that take quadratic time in a careless reader. */
function* bombs(): Generator<[ScriptFormat, Uint8Array]> {
  const large = 3_000_000;
  const head = '<xliff version="1.2"><file source-language="en"><body><trans-unit id="1"><source>';
  const laughs = Array.from({ length: 20 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
    '',
  );
  const texts: [ScriptFormat, string][] = [
    ['xliff', `<!DOCTYPE xliff [<!ENTITY l0 "ha">${laughs}]>${head}&l20;`],
    ['xliff', `<!DOCTYPE xliff [<!ENTITY x SYSTEM "file:///etc/passwd">]>${head}&x;`],
    ['xliff', `${head}${'<g id="1">'.repeat(200_000)}`],
    ['xliff', `<xliff ${'a'.repeat(large)}="1"/>`],
    ['xliff', `<xliff a="${'&amp;'.repeat(large / 5)}"/>`],
    ['xliff', `<xliff ${Array.from({ length: 200_000 }, (_, n) => `a${n}=""`).join(' ')}/>`],
    ['xliff', head + 'x'.repeat(large)],
    ['xliff', `${head}${'<x id="1"/>'.repeat(200_000)}`],
    ['xliff', `${head}<!--${'-'.repeat(large)}`],
    ['xliff', `<?xml ${'x'.repeat(large)}`],
    ['xliff', `${head}${' \n'.repeat(400_000)}x</source></trans-unit></body></file></xliff>`],
    ['json', '['.repeat(large)],
    ['json', `[{"x": ${'{"a":'.repeat(large / 5)}`],
    ['json', `["${'\\u0041'.repeat(large / 6)}"]`],
    ['json', `["${'a'.repeat(large)}`],
    ['json', `[${'"",'.repeat(large / 3)}""]`],
    ['json', `[{"id": ${'9'.repeat(large)}}]`],
    ['json', `[${' '.repeat(large)}`],
  ];
  for (const [format, text] of texts) yield [format, Buffer.from(text)];
  const part = (content: string | Uint8Array) => ({ name: 'word/document.xml', content });
  const open = documentXml('').replace('</w:body></w:document>', '');
  yield ['docx', zipOf([part(Buffer.alloc(67_000_000, ' '))])];
  yield ['docx', zipOf([{ ...part(Buffer.alloc(70_000_000, ' ')), claims: { size_bytes: 1_000_000 } }])];
  yield ['docx', zipOf([part(open + '<w:p>'.repeat(200_000))])];
  yield ['docx', zipOf([part(open + '<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr></w:p>'.repeat(40_000))])];
  // A ZIP in a ZIP, as in nested bombs, is simply not XML.
  yield ['docx', zipOf([part(zipOf([part(deflateRawSync(Buffer.alloc(1_000_000)))]))])];
}

/** The peak memory of this program. `maxRSS` includes the peak of the process that started it. */
function peakKb(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}

const result = { parsed: 0, refused: 0, lines: 0, slowest_ms: 0, slowest: '', rss_mb: 0 };

function tryParse(format: ScriptFormat, bytes: Uint8Array): void {
  const start = process.cpuUsage();
  try {
    const options = { csv_column: null, csv_has_header: below(2) === 0, source_language: 'en' };
    result.lines += parseScript({ bytes, format, ...options }).lines.length;
    result.parsed += 1;
  } catch (error) {
    // Any other error ends the program, with its stack and the input.
    if (!(error instanceof ScriptError)) {
      process.stderr.write(`${format} ${Buffer.from(bytes.subarray(0, 2_000)).toString('base64')}\n`);
      throw error;
    }
    result.refused += 1;
  }
  const { user, system } = process.cpuUsage(start);
  const ms = Math.round((user + system) / 1000);
  if (ms > result.slowest_ms) Object.assign(result, { slowest_ms: ms, slowest: `${format} ${bytes.length}` });
}

for (const [format, bytes] of bombs()) tryParse(format, bytes);
for (let count = 0; count < inputs; count += 1) {
  const format = FORMATS[count % FORMATS.length] as ScriptFormat;
  tryParse(format, inputFor(format));
}
result.rss_mb = Math.round(peakKb() / 1024);
process.stdout.write(JSON.stringify(result));
