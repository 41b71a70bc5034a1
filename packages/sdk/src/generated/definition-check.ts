// Written by scripts/gen.ts from the sources of the contract. Do not edit.
// @ts-nocheck: its types are those of zod, which clients do not have; callers see the one at the end.

import { z } from '../workflow/schema.ts';

const primitivesModule = (() => {
const Uuid = z.guid({ error: 'Must be a UUID.' }).toLowerCase();
return { Uuid };
})();

const definitionShapeModule = (() => {
const { Uuid } = primitivesModule;
const MAX_NODES = 200;
const MAX_EDGES = 1000;
const Coordinate = z.number().min(-1e9).max(1e9);
const Position = z
  .object({ x: Coordinate, y: Coordinate });
const PortName = z.string().min(1).max(100);
const Edge = z.looseObject({
  id: Uuid,
  source: Uuid,
  sourcePort: PortName,
  target: Uuid,
  targetPort: PortName,
});
const ExecutionParams = z
  .looseObject({
    max_failed_lines: z
      .int()
      .min(0)
      .optional(),
  });
const WorkflowNode = z
  .looseObject({
    id: Uuid,
    type: z.string().min(1).max(100),
    name: z.string().trim().min(1).max(200).optional(),
    position: Position,
    config: z.record(z.string(), z.unknown()),
    config_version: z.int().min(1),
  });
const WorkflowEdge = Edge;
const NodeInput = WorkflowNode.extend({
  position: Position.default({ x: 0, y: 0 }),
  config: z.record(z.string(), z.unknown()).optional(),
  config_version: z.int().optional(),
});
const GraphInput = z.looseObject({
  nodes: z
    .array(NodeInput)
    .max(MAX_NODES, { error: `A definition has at most ${MAX_NODES} nodes.` })
    .default([]),
  edges: z
    .array(WorkflowEdge)
    .max(MAX_EDGES, { error: `A definition has at most ${MAX_EDGES.toLocaleString('en')} edges.` })
    .default([]),
});
const ExecutionInput = z.looseObject({
  steps: z
    .array(Uuid)
    .max(MAX_NODES, { error: `A definition has at most ${MAX_NODES} steps.` })
    .default([]),
  params: ExecutionParams.default({}),
});
const DefinitionShape = z.object({
  graph: GraphInput.prefault({}),
  execution: ExecutionInput.prefault({}),
});
const KNOWN_FIELDS = {
  graph: Object.keys(GraphInput.shape),
  execution: Object.keys(ExecutionInput.shape),
  node: Object.keys(WorkflowNode.shape),
  edge: Object.keys(Edge.shape),
};
return { MAX_NODES, MAX_EDGES, Coordinate, Position, PortName, Edge, ExecutionParams, WorkflowNode, WorkflowEdge, NodeInput, GraphInput, ExecutionInput, DefinitionShape, KNOWN_FIELDS };
})();

const nearestNameModule = (() => {
const LONGEST = 60;
const plain = (name: string) => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();
function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined;
  const own = plain(name);
  const most = Math.max(Math.min(2, name.length / 2), Math.min(3, Math.floor(name.length / 3)));
  const isPart = (other: string) => own.length > 2 && (other.startsWith(own) || other.endsWith(own));
  const far = (other: string) => (isPart(other) ? Math.min(2, most) : distance(own, other, most));
  const ranked = known.map((other) => ({ other, far: far(plain(other)) }));
  return ranked.filter(({ far }) => far <= most).sort((a, b) => a.far - b.far)[0]?.other;
}
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to += 1) {
      const same = one[at] === other[to] ? 0 : 1;
      next.push(Math.min((row[to] ?? 0) + same, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
function hintFor(
  name: string,
  { known, called }: { known: readonly string[]; called: string },
): string {
  const meant = nearestName(name, known);
  if (meant !== undefined) return ` Did you mean ${meant}?`;
  return known.length === 0 ? '' : ` The ${called} are ${known.join(', ')}.`;
}
return { LONGEST, plain, nearestName, distance, hintFor };
})();

const readInputModule = (() => {
const { hintFor } = nearestNameModule;
function readInput<S extends z.ZodType>(schema: S, value: unknown): InputReading<z.output<S>> {
  const fields = new Map<string, string[]>();
  const error = (issue: z.core.$ZodRawIssue): string | undefined => {
    if (issue.code === 'unrecognized_keys')
      fields.set(placeOf(issue), Object.keys(partsOf(issue).shape ?? {}));
    return explain(issue);
  };
  const read = schema.safeParse(value, { error, reportInput: true });
  if (read.success) return { success: true, data: read.data };
  const issues = withoutFollowers(read.error.issues).map((issue) =>
    isMissing(issue) ? required(issue) : issue,
  );
  return { success: false, issues: issues.flatMap((issue) => ofEachKey(issue, fields)) };
}
const partsOf = ({ inst }: { inst?: unknown }) =>
  (inst ?? {}) as { shape?: object; element?: { options?: unknown } };
const placeOf = ({ path = [] }: { path?: PropertyKey[] | undefined }): string => JSON.stringify(path);
const MOST_COMPARED = 10;
function ofEachKey(issue: InputIssue, fields: ReadonlyMap<string, string[]>): InputIssue[] {
  if (issue.code !== 'unrecognized_keys') return [issue];
  const known = issue.keys.length > MOST_COMPARED ? [] : (fields.get(placeOf(issue)) ?? []);
  return issue.keys.map((key) => ({
    ...issue,
    keys: [key],
    path: [...issue.path, key],
    message: unknownField(key, known),
  }));
}
function unknownField(name: string, known: readonly string[]): string {
  return `There is no field ${JSON.stringify(name)}.${hintFor(name, { known, called: 'fields' })}`;
}
function withoutFollowers(issues: readonly InputIssue[]): InputIssue[] {
  const mistyped = new Map<string, InputIssue>();
  for (const issue of issues) {
    const place = placeOf(issue);
    if (issue.code === 'invalid_type' && !mistyped.has(place)) mistyped.set(place, issue);
  }
  return issues.filter((issue) => (mistyped.get(placeOf(issue)) ?? issue) === issue);
}
const isMissing = ({ code, input }: InputIssue): boolean => input === undefined && code !== 'custom';
const required = (issue: InputIssue): InputIssue => ({ ...issue, message: 'This field is required.' });
const KINDS: Record<string, string> = {
  string: 'Must be a string.',
  number: 'Must be a number.',
  int: 'Must be an integer.',
  boolean: 'Must be true or false.',
  array: 'Must be an array.',
  object: 'Must be an object.',
  record: 'Must be an object.',
};
const FORMATS: Record<string, string> = {
  url: 'Must be an absolute URL.',
  email: 'Must be an email address.',
  datetime: 'Must be an ISO 8601 date-time in UTC.',
  date: 'Must be a date, such as 2026-03-02.',
};
function explain(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return listOf(issue) ?? KINDS[issue.expected];
  if (issue.code === 'invalid_format') return FORMATS[issue.format];
  if (issue.code === 'invalid_value') return oneOf(issue.values.map(String));
  if (issue.code === 'invalid_union') return anyOf(issue);
  if (issue.code === 'too_small') return tooSmall(issue);
  if (issue.code === 'too_big') return tooBig(issue);
  return undefined;
}
function listOf(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string | undefined {
  const { expected } = issue;
  const values = partsOf(issue).element?.options;
  if (expected !== 'array' || !Array.isArray(values)) return undefined;
  return `Must be an array of these values: ${listed(values.map(String))}.`;
}
const MOST_VALUES = 50;
function listed(values: readonly string[]): string {
  const more = values.length > MOST_VALUES ? ` and ${values.length - MOST_VALUES} more` : '';
  return values.slice(0, MOST_VALUES).join(', ') + more;
}
function oneOf(values: string[]): string {
  if (values.length === 1) return `Must be ${values[0]}.`;
  return `Must be one of: ${listed(values)}.`;
}
function anyOf(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string | undefined {
  const { errors, discriminator, options } = issue as typeof issue & { options?: unknown[] };
  if (options !== undefined) return oneOf(options.map(String));
  const first = errors.flatMap(([one]) => (one ? [one] : []));
  const values = first.flatMap((one) =>
    one.code === 'invalid_value' && one.path.length === 0 ? one.values.map(String) : [],
  );
  const others = first.filter((one) => one.code !== 'invalid_value' || one.path.length > 0).map(said);
  const wanted = values.length > 0 ? [oneOf(values), ...others] : others;
  if (wanted.length > 0) return [...new Set(wanted)].join(' Or: ');
  return discriminator === undefined ? undefined : `Must have a known ${discriminator}.`;
}
function said(issue: InputIssue): string {
  const { path, message } = isMissing(issue) ? required(issue) : issue;
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}
function tooSmall({
  origin,
  minimum,
  inclusive,
}: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string | undefined {
  const counted = UNITS[origin];
  if (counted === undefined) return undefined;
  if (counted === '') return `Must be ${inclusive ? 'at least' : 'more than'} ${minimum}.`;
  return minimum === 1 ? 'Must not be empty.' : `Must have at least ${minimum} ${counted}.`;
}
function tooBig({
  origin,
  maximum,
  inclusive,
}: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string | undefined {
  const counted = UNITS[origin];
  if (counted === undefined) return undefined;
  if (counted === '') return `Must be ${inclusive ? 'at most' : 'less than'} ${maximum}.`;
  return `Must have at most ${maximum} ${counted}.`;
}
const UNITS: Record<string, string> = { number: '', int: '', string: 'characters', array: 'items' };
return { readInput, partsOf, placeOf, MOST_COMPARED, ofEachKey, unknownField, withoutFollowers, isMissing, required, KINDS, FORMATS, explain, listOf, MOST_VALUES, listed, oneOf, anyOf, said, tooSmall, tooBig, UNITS };
})();

const areasProvidersIdsModule = (() => {
const PROVIDER_SERVICES = ['speech', 'transcription', 'translation', 'scoring'] as const;
const ProviderService = z
  .enum(PROVIDER_SERVICES);
const PROVIDERS = {
  espeak: { display_name: 'eSpeak NG (embedded)', embedded: true, serves: ['speech'] },
  openai_compatible: {
    display_name: 'OpenAI compatible',
    embedded: false,
    serves: ['speech', 'transcription', 'translation'],
  },
  elevenlabs: { display_name: 'ElevenLabs', embedded: false, serves: ['speech', 'transcription'] },
  google: { display_name: 'Google Cloud', embedded: false, serves: ['speech', 'translation'] },
  azure: { display_name: 'Azure Speech', embedded: false, serves: ['speech'] },
  cartesia: { display_name: 'Cartesia', embedded: false, serves: ['speech'] },
  naver: { display_name: 'NAVER CLOVA Voice', embedded: false, serves: ['speech'] },
  fish_audio: { display_name: 'Fish Audio', embedded: false, serves: ['speech'] },
  rime: { display_name: 'Rime', embedded: false, serves: ['speech'] },
  respeecher: { display_name: 'Respeecher', embedded: false, serves: ['speech'] },
  deepgram: { display_name: 'Deepgram', embedded: false, serves: ['speech', 'transcription'] },
  polly: { display_name: 'Amazon Polly', embedded: false, serves: ['speech'] },
  inworld: { display_name: 'Inworld', embedded: false, serves: ['speech'] },
  minimax: { display_name: 'MiniMax', embedded: false, serves: ['speech'] },
  deepl: { display_name: 'DeepL', embedded: false, serves: ['translation'] },
  anthropic: { display_name: 'Anthropic', embedded: false, serves: ['translation'] },
  scoring_endpoint: { display_name: 'Scoring endpoint', embedded: false, serves: ['scoring'] },
} as const satisfies Record<
  string,
  { display_name: string; embedded: boolean; serves: readonly ProviderService[] }
>;
function serving<S extends ProviderService>(service: S): [Serving<S>, ...Serving<S>[]] {
  const ids = Object.entries(PROVIDERS).flatMap(([id, provider]) =>
    (provider.serves as readonly ProviderService[]).includes(service) ? [id] : [],
  );
  return ids as [Serving<S>, ...Serving<S>[]];
}
const SpeechProviderId = z
  .enum(serving('speech'));
const TranscriptionProviderId = z.enum(serving('transcription'));
const TranslationProviderId = z
  .enum(serving('translation'));
return { PROVIDER_SERVICES, ProviderService, PROVIDERS, serving, SpeechProviderId, TranscriptionProviderId, TranslationProviderId };
})();

const areasTextLocalesModule = (() => {
const MAX_LENGTH = 35;
function normalizeLocale(input: string): string | undefined {
  const known = normalized.get(input);
  if (known !== undefined) return known;
  const locale = canonical(input);
  if (locale !== undefined && normalized.size < MOST_KEPT) normalized.set(input, locale);
  return locale;
}
const normalized = new Map<string, string>();
const MOST_KEPT = 1_000;
function canonical(input: string): string | undefined {
  const code = input.trim().replaceAll('_', '-');
  if (code.length > MAX_LENGTH || !/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(code)) return undefined;
  try {
    return Intl.getCanonicalLocales(code)[0]?.toLowerCase();
  } catch {
    return undefined;
  }
}
const LocaleCode = z
  .string()
  .min(2)
  .max(MAX_LENGTH)
  .refine((code) => normalizeLocale(code) !== undefined, {
    error: 'Must be a BCP 47 locale code, such as en-us.',
  })
  .overwrite((code) => normalizeLocale(code) ?? code);
return { MAX_LENGTH, normalizeLocale, normalized, MOST_KEPT, canonical, LocaleCode };
})();

const nodesNodeTypeModule = (() => {
const LINE_FIELDS = ['locale_code', 'script'] as const;
const AUDIO_FIELDS = ['locale_code', 'script', 'audio'] as const;
function nodeType<const N extends NodeTypeDefinition>(definition: N): N {
  return definition;
}
const VALIDATOR_PORTS = {
  inputs: [{ name: 'audio', fields: AUDIO_FIELDS }],
  outputs: [
    { name: 'pass', fields: AUDIO_FIELDS },
    { name: 'fail', fields: AUDIO_FIELDS },
  ],
} as const;
return { LINE_FIELDS, AUDIO_FIELDS, nodeType, VALIDATOR_PORTS };
})();

const nodesOperatorGeneratorModule = (() => {
const { SpeechProviderId } = areasProvidersIdsModule;
const { LocaleCode } = areasTextLocalesModule;
const { Uuid } = primitivesModule;
const { AUDIO_FIELDS } = nodesNodeTypeModule;
const { LINE_FIELDS } = nodesNodeTypeModule;
const { nodeType } = nodesNodeTypeModule;
const Speed = z.number().min(0.5).max(2);
const Pitch = z.number().min(-12).max(12);
const VoicesByLocale = z.record(LocaleCode, Uuid);
const Model = z.string().min(1).max(200);
const LocaleVoice = z.strictObject({
  voice_id: Uuid,
  provider: SpeechProviderId.optional(),
  model: Model.optional(),
  speed: Speed.optional(),
  pitch: Pitch.optional(),
});
const CharacterVoice = z.strictObject({
  voice_id: Uuid.optional(),
  voices_by_locale: VoicesByLocale.optional(),
  speed: Speed.optional(),
  pitch: Pitch.optional(),
  provider: SpeechProviderId.optional(),
  model: Model.optional(),
  by_locale: z
    .record(LocaleCode, LocaleVoice)
    .optional(),
});
const RETRY_RUNGS = ['tempo', 'seed', 'sentences', 'respelling', 'model', 'provider'] as const;
const Candidate = z.strictObject({
  provider: SpeechProviderId,
  model: Model.optional(),
  usd_per_1000_characters: z
    .number()
    .min(0)
    .max(1_000)
    .optional(),
  quality: z.int().min(1).max(4).optional(),
});
const Routing = z.strictObject({
  mode: z
    .enum(['off', 'auto'])
    .default('off'),
  candidates: z
    .array(Candidate)
    .max(50)
    .default([]),
});
const config = z.strictObject({
  provider: SpeechProviderId.default('espeak'),
  model: Model.nullable().default(null),
  voice_id: Uuid.nullable().default(null),
  voices_by_locale: VoicesByLocale.default({}),
  voices_by_character: z
    .record(z.string().min(1).max(200), CharacterVoice)
    .default({}),
  casting_upload_id: Uuid.nullable()
    .default(null),
  routing: Routing.default({ mode: 'off', candidates: [] }),
  speed: Speed.default(1),
  pitch: Pitch.default(0),
  reuse_takes: z
    .boolean()
    .default(true),
  respeak: z
    .boolean()
    .default(false),
  concurrency: z
    .int()
    .min(1)
    .max(64)
    .nullable()
    .default(null),
  fallback_provider: SpeechProviderId.nullable()
    .default(null),
  retry_ladder: z
    .array(z.enum(RETRY_RUNGS))
    .max(RETRY_RUNGS.length)
    .default(['tempo', 'seed', 'sentences', 'respelling']),
});
const operatorGenerator = nodeType({
  node_type: 'operator_generator',
  category: 'operator',
  display_name: 'Voice generator',
  version: 1,
  inputs: [{ name: 'lines', fields: LINE_FIELDS }],
  outputs: [{ name: 'audio', fields: AUDIO_FIELDS }],
  config,
});
return { Speed, Pitch, VoicesByLocale, Model, LocaleVoice, CharacterVoice, RETRY_RUNGS, Candidate, Routing, config, operatorGenerator };
})();

const nodesMasteringPresetsModule = (() => {
const MASTERING_PRESET_IDS = [
  'standard',
  'podcast',
  'broadcast',
  'game',
  'audiobook',
  'phone_mulaw',
  'phone_alaw',
  'ad',
] as const;
const MASTERING_FORMATS = ['wav', 'mp3', 'ogg', 'opus', 'flac', 'mulaw', 'alaw'] as const;
const MASTERING_SAMPLE_RATES = [8000, 16_000, 22_050, 24_000, 44_100, 48_000] as const;
const FROM_PRESET = 'preset';
return { MASTERING_PRESET_IDS, MASTERING_FORMATS, MASTERING_SAMPLE_RATES, FROM_PRESET };
})();

const nodesOperatorMasteringModule = (() => {
const { FROM_PRESET } = nodesMasteringPresetsModule;
const { MASTERING_FORMATS } = nodesMasteringPresetsModule;
const { MASTERING_PRESET_IDS } = nodesMasteringPresetsModule;
const { MASTERING_SAMPLE_RATES } = nodesMasteringPresetsModule;
const { AUDIO_FIELDS } = nodesNodeTypeModule;
const { nodeType } = nodesNodeTypeModule;
const FromPreset = z.enum([FROM_PRESET]);
function choice<Schema extends z.ZodType>(schema: Schema, description: string) {
  return z.union([schema, FromPreset]).default(FROM_PRESET).describe(description);
}
const Milliseconds = z.int().min(0).max(5000);
const config = z
  .strictObject({
    preset: z
      .enum(MASTERING_PRESET_IDS)
      .default('standard'),
    trim_silence: choice(z.boolean(), 'Trim silence around the speech.'),
    padding_ms: choice(Milliseconds, 'Silence before and after the speech.'),
    tail_padding_ms: choice(
      Milliseconds.nullable(),
      'Silence after the speech. Null means the same as before it.',
    ),
    room_tone_dbfs: choice(
      z.number().min(-90).max(-50).nullable(),
      'Level of room tone under the whole file. Null means none.',
    ),
    loudness_lufs: choice(
      z.number().min(-40).max(-5).nullable(),
      'Integrated loudness. Null means unchanged.',
    ),
    rms_dbfs: choice(
      z.number().min(-40).max(-10).nullable(),
      'Mean level of the file, instead of its loudness. Null means unused.',
    ),
    true_peak_dbtp: choice(z.number().min(-9).max(0), 'The maximum true peak.'),
    fade_ms: choice(z.int().min(0).max(1000), 'Length of the fades at both ends.'),
    high_pass_hz: choice(z.int().min(20).max(1000).nullable(), 'High-pass filter. Null means none.'),
    low_pass_hz: choice(z.int().min(2000).max(20_000).nullable(), 'Low-pass filter. Null means none.'),
    sample_rate: choice(
      z.literal([...MASTERING_SAMPLE_RATES]).nullable(),
      'In hertz. Null means unchanged. mulaw and alaw are always 8000.',
    ),
    channels: choice(z.literal([1, 2]), '1 for mono, 2 for stereo.'),
    format: choice(
      z.enum(MASTERING_FORMATS),
      'ogg is Vorbis, opus is always at 48 kHz, and mulaw and alaw are G.711 in a WAV file.',
    ),
    bitrate_kbps: choice(z.int().min(32).max(320).nullable(), 'For mp3 and ogg. Null means automatic.'),
    max_stretch_percent: z
      .int()
      .min(0)
      .max(30)
      .default(0),
  })
  .refine(
    ({ loudness_lufs, rms_dbfs }) => typeof loudness_lufs !== 'number' || typeof rms_dbfs !== 'number',
    {
      path: ['rms_dbfs'],
      error: 'Must not be combined with loudness_lufs.',
    },
  );
const VERSION_1_DEFAULTS: Readonly<Record<string, unknown>> = {
  trim_silence: true,
  padding_ms: 100,
  loudness_lufs: -16,
  true_peak_dbtp: -1,
  fade_ms: 5,
  sample_rate: 44_100,
  channels: 1,
  format: 'wav',
  bitrate_kbps: null,
};
function withoutDefaults(old: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(old).filter(([name, value]) => value !== VERSION_1_DEFAULTS[name]),
  );
}
const operatorMastering = nodeType({
  node_type: 'operator_mastering',
  category: 'operator',
  display_name: 'Mastering',
  version: 2,
  inputs: [{ name: 'audio', fields: AUDIO_FIELDS }],
  outputs: [{ name: 'audio', fields: AUDIO_FIELDS }],
  config,
  upgrades: { 1: withoutDefaults },
});
return { FromPreset, choice, Milliseconds, config, VERSION_1_DEFAULTS, withoutDefaults, operatorMastering };
})();

const areasTextSchemasModule = (() => {
const NormalizerKind = z
  .enum([
    'number',
    'ordinal',
    'date',
    'time',
    'currency',
    'unit',
    'abbreviation',
    'acronym',
    'roman',
    'phone',
    'web',
    'symbol',
  ]);
const normalizerFields = {
  kinds: z
    .array(NormalizerKind)
    .max(NormalizerKind.options.length)
    .default([...NormalizerKind.options]),
  apply_dictionary: z
    .boolean()
    .default(true),
  keep_markup: z
    .boolean()
    .default(true),
};
return { NormalizerKind, normalizerFields };
})();

const nodesOperatorNormalizerModule = (() => {
const { LocaleCode } = areasTextLocalesModule;
const { normalizerFields } = areasTextSchemasModule;
const { LINE_FIELDS } = nodesNodeTypeModule;
const { nodeType } = nodesNodeTypeModule;
const config = z.strictObject({
  ...normalizerFields,
  locale: LocaleCode.nullable()
    .default(null),
});
const operatorNormalizer = nodeType({
  node_type: 'operator_normalizer',
  category: 'operator',
  display_name: 'Text normalizer',
  version: 1,
  inputs: [{ name: 'lines', fields: LINE_FIELDS }],
  outputs: [{ name: 'lines', fields: LINE_FIELDS }],
  config,
});
return { config, operatorNormalizer };
})();

const nodesOperatorTranslatorModule = (() => {
const { TranslationProviderId } = areasProvidersIdsModule;
const { LocaleCode } = areasTextLocalesModule;
const { LINE_FIELDS } = nodesNodeTypeModule;
const { nodeType } = nodesNodeTypeModule;
const Term = z.string().trim().min(1).max(200);
const GlossaryEntry = z.strictObject({
  source: Term,
  target: z
    .record(LocaleCode, Term)
    .nullable()
    .default(null),
});
const config = z.strictObject({
  target_languages: z
    .array(LocaleCode)
    .max(50)
    .default([]),
  provider: TranslationProviderId.nullable()
    .default(null),
  model: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .default(null),
  mode: z
    .enum(['translate', 'pseudo'])
    .default('translate'),
  keep_source: z
    .boolean()
    .default(false),
  glossary: z
    .array(GlossaryEntry)
    .max(500)
    .default([]),
  formality: z
    .enum(['default', 'formal', 'informal'])
    .default('default'),
  instructions: z
    .string()
    .max(4_000)
    .default(''),
  context_lines: z
    .int()
    .min(0)
    .max(20)
    .default(3),
  max_length_ratio: z
    .number()
    .min(1)
    .max(5)
    .default(2),
  reuse_translations: z
    .boolean()
    .default(true),
});
const operatorTranslator = nodeType({
  node_type: 'operator_translator',
  category: 'operator',
  display_name: 'Translator',
  version: 1,
  inputs: [{ name: 'lines', fields: LINE_FIELDS }],
  outputs: [{ name: 'lines', fields: LINE_FIELDS }],
  config,
});
return { Term, GlossaryEntry, config, operatorTranslator };
})();

const areasDeliveriesSchemasModule = (() => {
const DeliveryTargetName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,49}$/, {
    error: 'Must have 1 to 50 lowercase letters, digits and hyphens, and must not start with a hyphen.',
  });
return { DeliveryTargetName };
})();

const nodesSinkPreviewModule = (() => {
const { DeliveryTargetName } = areasDeliveriesSchemasModule;
const { MASTERING_FORMATS } = nodesMasteringPresetsModule;
const { AUDIO_FIELDS } = nodesNodeTypeModule;
const { nodeType } = nodesNodeTypeModule;
const FILE_PATTERN_PLACEHOLDERS = [
  'locale',
  'character',
  'line_id',
  'line_index',
  'workflow',
  'run',
  'voice',
  'ext',
] as const;
function filePatternFault(pattern: string): string | undefined {
  if (pattern.includes('\\')) return 'Must separate folders with /, not with a backslash.';
  if (pattern.startsWith('/') || /^[a-z]:/i.test(pattern)) return 'Must be a relative path.';
  const segments = pattern.split('/');
  if (segments.includes('..') || segments.includes('.')) return 'Must not contain . or .. segments.';
  if (segments.includes('')) return 'Must not contain empty segments.';
  if (/\p{Cc}/u.test(pattern)) return 'Must not contain control characters.';
  const known: readonly string[] = FILE_PATTERN_PLACEHOLDERS;
  const unknown = [...pattern.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
  const stranger = unknown.find((name) => !known.includes(name));
  if (stranger !== undefined) return `{${stranger}} is not a placeholder. Allowed: {${known.join('}, {')}}.`;
  if (/[{}]/.test(pattern.replaceAll(/\{[^{}]*\}/g, ''))) return 'Must not contain unmatched braces.';
  return undefined;
}
const FilePattern = z
  .string()
  .min(1)
  .max(300)
  .superRefine((pattern, ctx) => {
    const fault = filePatternFault(pattern);
    if (fault !== undefined) ctx.addIssue({ code: 'custom', message: fault });
  });
const config = z.strictObject({
  file_pattern: FilePattern.default('{locale}/{character}/{line_id}.{ext}'),
  format: z.enum(MASTERING_FORMATS).nullable().default(null),
  manifest: z.boolean().default(true),
  subtitles: z
    .array(z.enum(['srt', 'vtt']))
    .max(2)
    .default(['srt', 'vtt']),
  subtitle_timing: z
    .enum(['line', 'word'])
    .default('line'),
  report: z.boolean().default(true),
  delivery_target: DeliveryTargetName.nullable()
    .default(null),
});
const sinkPreview = nodeType({
  node_type: 'sink_preview',
  category: 'output',
  display_name: 'Delivery',
  version: 1,
  inputs: [{ name: 'audio', fields: AUDIO_FIELDS }],
  outputs: [],
  config,
});
return { FILE_PATTERN_PLACEHOLDERS, filePatternFault, FilePattern, config, sinkPreview };
})();

const nodesSourceAudioModule = (() => {
const { LocaleCode } = areasTextLocalesModule;
const { Uuid } = primitivesModule;
const { AUDIO_FIELDS } = nodesNodeTypeModule;
const { nodeType } = nodesNodeTypeModule;
const MAX_RECORDINGS = 1_000;
const Scripts = z
  .record(z.string().min(1).max(255), z.string().max(20_000))
  .refine((scripts) => Object.keys(scripts).length <= MAX_RECORDINGS, {
    error: `Must have at most ${MAX_RECORDINGS} files.`,
  });
const config = z.strictObject({
  upload_ids: z
    .array(Uuid)
    .max(MAX_RECORDINGS)
    .default([]),
  list_upload_id: Uuid.nullable()
    .default(null),
  scripts: Scripts.default({}),
  source_language: LocaleCode.nullable()
    .default(null),
});
const sourceAudio = nodeType({
  node_type: 'source_audio',
  category: 'source',
  display_name: 'Recordings',
  version: 1,
  inputs: [],
  outputs: [{ name: 'audio', fields: AUDIO_FIELDS }],
  config,
});
return { MAX_RECORDINGS, Scripts, config, sourceAudio };
})();

const nodesSourceScriptModule = (() => {
const { TranscriptionProviderId } = areasProvidersIdsModule;
const { LocaleCode } = areasTextLocalesModule;
const { Uuid } = primitivesModule;
const { LINE_FIELDS } = nodesNodeTypeModule;
const { nodeType } = nodesNodeTypeModule;
const Column = z.union([z.string().min(1).max(200), z.int().min(0).max(9_999)]).optional();
const CsvColumn = z.enum(['character_name'], {
  error:
    'The only value is character_name. Name the column of the speakers, such as Actor, in columns.character_name.',
});
const config = z.strictObject({
  input_type: z.enum(['text', 'file', 'media']).default('text'),
  text: z.string().max(500_000).default(''),
  upload_ids: z.array(Uuid).max(50).default([]),
  csv_column: CsvColumn.nullable()
    .default(null)
    .describe(
      '`character_name`: CSV files must have a column of this name, or of an alias, with character names. ' +
        'Null means the column is detected.',
    ),
  csv_has_header: z
    .boolean()
    .default(true),
  columns: z
    .strictObject({
      line_id: Column,
      script: Column,
      character_name: Column,
      locale: Column,
      notes: Column,
      direction: Column,
      max_duration_ms: Column,
    })
    .default({})
    .describe(
      'Columns of CSV files: headers, or zero-based indexes if the file has no header row. ' +
        'Omitted columns are detected.',
    ),
  source_language: LocaleCode.nullable()
    .default(null),
  transcription_provider: TranscriptionProviderId.nullable()
    .default(null),
  transcription_model: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .default(null),
});
function withScriptColumn({ csv_column, ...config }: Record<string, unknown>): Record<string, unknown> {
  if (typeof csv_column !== 'string' || csv_column === 'character_name') {
    return csv_column === undefined ? config : { csv_column, ...config };
  }
  return { ...config, columns: { script: csv_column } };
}
const sourceScript = nodeType({
  node_type: 'source_script',
  category: 'source',
  display_name: 'Script',
  version: 2,
  inputs: [],
  outputs: [{ name: 'lines', fields: LINE_FIELDS }],
  config,
  upgrades: { 1: withScriptColumn },
});
return { Column, CsvColumn, config, withScriptColumn, sourceScript };
})();

const nodesTranscriptConfigModule = (() => {
const { TranscriptionProviderId } = areasProvidersIdsModule;
const transcriptConfig = {
  provider: TranscriptionProviderId.nullable()
    .default(null),
  model: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .default(null),
  language: z
    .enum(['line', 'detect'])
    .default('line'),
  concurrency: z
    .int()
    .min(1)
    .max(64)
    .nullable()
    .default(null),
};
return { transcriptConfig };
})();

const nodesValidatorConfigModule = (() => {
const validatorConfig = {
  threshold: z.number().min(0).max(100).default(85),
  max_retry: z.int().min(0).max(10).default(2),
};
return { validatorConfig };
})();

const nodesValidatorErrorRateModule = (() => {
const { nodeType } = nodesNodeTypeModule;
const { VALIDATOR_PORTS } = nodesNodeTypeModule;
const { transcriptConfig } = nodesTranscriptConfigModule;
const { validatorConfig } = nodesValidatorConfigModule;
const config = z.strictObject({
  ...validatorConfig,
  threshold: validatorConfig.threshold,
  ...transcriptConfig,
  phonetic: z
    .boolean()
    .default(true),
});
const validatorErrorRate = nodeType({
  node_type: 'validator_error_rate',
  category: 'validation',
  display_name: 'Word accuracy check',
  version: 1,
  ...VALIDATOR_PORTS,
  config,
});
return { config, validatorErrorRate };
})();

const nodesValidatorLoudnessModule = (() => {
const { nodeType } = nodesNodeTypeModule;
const { VALIDATOR_PORTS } = nodesNodeTypeModule;
const { validatorConfig } = nodesValidatorConfigModule;
const config = z.strictObject({
  ...validatorConfig,
  target_lufs: z.number().min(-40).max(-5).default(-16),
  tolerance_lu: z.number().min(0.1).max(20).default(1),
  max_true_peak_dbtp: z.number().min(-9).max(0).default(-1),
});
const validatorLoudness = nodeType({
  node_type: 'validator_loudness',
  category: 'validation',
  display_name: 'Loudness check',
  version: 1,
  ...VALIDATOR_PORTS,
  config,
});
return { config, validatorLoudness };
})();

const nodesValidatorNaturalnessModule = (() => {
const { nodeType } = nodesNodeTypeModule;
const { VALIDATOR_PORTS } = nodesNodeTypeModule;
const { validatorConfig } = nodesValidatorConfigModule;
const config = z.strictObject({
  ...validatorConfig,
  threshold: validatorConfig.threshold,
  concurrency: z
    .int()
    .min(1)
    .max(64)
    .nullable()
    .default(null),
});
const validatorNaturalness = nodeType({
  node_type: 'validator_naturalness',
  category: 'validation',
  display_name: 'Naturalness check',
  version: 1,
  ...VALIDATOR_PORTS,
  config,
});
return { config, validatorNaturalness };
})();

const nodesValidatorNoiseModule = (() => {
const { nodeType } = nodesNodeTypeModule;
const { VALIDATOR_PORTS } = nodesNodeTypeModule;
const { validatorConfig } = nodesValidatorConfigModule;
const Milliseconds = z.int().min(0).max(60_000);
const config = z.strictObject({
  ...validatorConfig,
  noise_floor_max_dbfs: z
    .number()
    .min(-120)
    .max(0)
    .default(-50),
  max_clipped_runs: z
    .int()
    .min(0)
    .max(10_000)
    .default(0),
  max_silence_ratio: z
    .number()
    .min(0)
    .max(1)
    .default(0.5),
  max_lead_silence_ms: Milliseconds.default(1000),
  max_tail_silence_ms: Milliseconds.default(1500),
  max_inner_silence_ms: Milliseconds.default(2000),
  check_truncated_end: z.boolean().default(true),
});
const validatorNoise = nodeType({
  node_type: 'validator_noise',
  category: 'validation',
  display_name: 'Noise check',
  version: 1,
  ...VALIDATOR_PORTS,
  config,
});
return { Milliseconds, config, validatorNoise };
})();

const nodesValidatorPacingModule = (() => {
const { nodeType } = nodesNodeTypeModule;
const { VALIDATOR_PORTS } = nodesNodeTypeModule;
const { validatorConfig } = nodesValidatorConfigModule;
const Rate = z.number().min(0.1).max(30).nullable().default(null);
const config = z
  .strictObject({
    ...validatorConfig,
    min_syllables_per_second: Rate,
    max_syllables_per_second: Rate,
    enforce_max_duration: z
      .boolean()
      .default(true),
  })
  .refine(
    ({ min_syllables_per_second: min, max_syllables_per_second: max }) => (min ?? 0) <= (max ?? Infinity),
    { path: ['min_syllables_per_second'], error: 'Must not be greater than max_syllables_per_second.' },
  );
const validatorPacing = nodeType({
  node_type: 'validator_pacing',
  category: 'validation',
  display_name: 'Pacing check',
  version: 1,
  ...VALIDATOR_PORTS,
  config,
});
return { Rate, config, validatorPacing };
})();

const nodesValidatorPronunciationModule = (() => {
const { nodeType } = nodesNodeTypeModule;
const { VALIDATOR_PORTS } = nodesNodeTypeModule;
const { transcriptConfig } = nodesTranscriptConfigModule;
const { validatorConfig } = nodesValidatorConfigModule;
const config = z.strictObject({
  ...validatorConfig,
  threshold: validatorConfig.threshold,
  ...transcriptConfig,
});
const validatorPronunciation = nodeType({
  node_type: 'validator_pronunciation',
  category: 'validation',
  display_name: 'Pronunciation check',
  version: 1,
  ...VALIDATOR_PORTS,
  config,
});
return { config, validatorPronunciation };
})();

const nodesIndexModule = (() => {
const { operatorGenerator } = nodesOperatorGeneratorModule;
const { operatorMastering } = nodesOperatorMasteringModule;
const { operatorNormalizer } = nodesOperatorNormalizerModule;
const { operatorTranslator } = nodesOperatorTranslatorModule;
const { sinkPreview } = nodesSinkPreviewModule;
const { sourceAudio } = nodesSourceAudioModule;
const { sourceScript } = nodesSourceScriptModule;
const { validatorErrorRate } = nodesValidatorErrorRateModule;
const { validatorLoudness } = nodesValidatorLoudnessModule;
const { validatorNaturalness } = nodesValidatorNaturalnessModule;
const { validatorNoise } = nodesValidatorNoiseModule;
const { validatorPacing } = nodesValidatorPacingModule;
const { validatorPronunciation } = nodesValidatorPronunciationModule;
const NODE_TYPES = {
  source_script: sourceScript,
  source_audio: sourceAudio,
  operator_translator: operatorTranslator,
  operator_normalizer: operatorNormalizer,
  operator_generator: operatorGenerator,
  operator_mastering: operatorMastering,
  validator_error_rate: validatorErrorRate,
  validator_naturalness: validatorNaturalness,
  validator_noise: validatorNoise,
  validator_pacing: validatorPacing,
  validator_loudness: validatorLoudness,
  validator_pronunciation: validatorPronunciation,
  sink_preview: sinkPreview,
} as const;
function findNodeType(id: string): NodeTypeDefinition | undefined {
  return Object.hasOwn(NODE_TYPES, id) ? NODE_TYPES[id as NodeTypeId] : undefined;
}
return { NODE_TYPES, findNodeType };
})();

const graphModule = (() => {
const { findNodeType } = nodesIndexModule;
function isFailEdge(definition: GraphOf, edge: Edge): boolean {
  const node = definition.graph.nodes.find((candidate) => candidate.id === edge.source);
  return edge.sourcePort === 'fail' && findNodeType(node?.type ?? '')?.category === 'validation';
}
function targetsByNode(edges: readonly Edge[]): Map<string, string[]> {
  const targets = new Map<string, string[]>();
  for (const edge of edges) {
    const list = targets.get(edge.source);
    if (list === undefined) targets.set(edge.source, [edge.target]);
    else list.push(edge.target);
  }
  return targets;
}
function reachableFrom(starts: Iterable<string>, edges: readonly Edge[]): Set<string> {
  const targets = targetsByNode(edges);
  const seen = new Set(starts);
  for (const id of seen) for (const next of targets.get(id) ?? []) seen.add(next);
  return seen;
}
function depths({ graph }: GraphOf): Map<string, number> {
  const entered = new Set(graph.edges.map((edge) => edge.target));
  const targets = targetsByNode(graph.edges);
  const depth = new Map<string, number>();
  for (const node of graph.nodes) if (!entered.has(node.id)) depth.set(node.id, 0);
  for (const [id, own] of depth) {
    for (const next of targets.get(id) ?? []) if (!depth.has(next)) depth.set(next, own + 1);
  }
  return depth;
}
function backEdges<D extends GraphOf>(definition: D): D['graph']['edges'][number][] {
  const failing = definition.graph.edges.filter((edge) => isFailEdge(definition, edge));
  if (failing.length === 0) return [];
  const forward = definition.graph.edges.filter((edge) => !failing.includes(edge));
  const depth = depths(definition);
  const leadsOn = (edge: Edge) => (depth.get(edge.target) ?? 0) > (depth.get(edge.source) ?? 0);
  // Edges that lead away from the sources are taken first, so that the ones that return close the cycle.
  const ordered = [...failing.filter(leadsOn), ...failing.filter((edge) => !leadsOn(edge))];
  const back = new Set<Edge>();
  for (const edge of ordered) {
    if (reachableFrom([edge.target], forward).has(edge.source)) back.add(edge);
    else forward.push(edge);
  }
  return definition.graph.edges.filter((edge) => back.has(edge));
}
function cycleClosers(edges: readonly Edge[]): number[] {
  const part = stronglyConnected(edges);
  const closers = new Map<number, number>();
  edges.forEach((edge, index) => {
    const own = part.get(edge.source);
    if (own !== undefined && own === part.get(edge.target)) closers.set(own, index);
  });
  return [...closers.values()].sort((a, b) => a - b);
}
function stronglyConnected(edges: readonly Edge[]): Map<string, number> {
  const targets = targetsByNode(edges);
  const sources = targetsByNode(edges.map((edge) => ({ ...edge, source: edge.target, target: edge.source })));
  const part = new Map<string, number>();
  for (const root of finishOrder(targets).reverse()) {
    if (part.has(root)) continue;
    const stack = [root];
    part.set(root, part.size);
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      for (const next of sources.get(id) ?? []) {
        if (part.has(next)) continue;
        part.set(next, part.get(root) ?? 0);
        stack.push(next);
      }
    }
  }
  return part;
}
function finishOrder(targets: Map<string, string[]>): string[] {
  const seen = new Set<string>();
  const finished: string[] = [];
  for (const start of targets.keys()) {
    const stack = [{ id: start, next: 0 }];
    if (seen.has(start)) continue;
    seen.add(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const child = targets.get(top.id)?.[top.next++];
      if (child === undefined) finished.push(stack.pop()?.id ?? top.id);
      else if (!seen.has(child)) {
        seen.add(child);
        stack.push({ id: child, next: 0 });
      }
    }
  }
  return finished;
}
return { isFailEdge, targetsByNode, reachableFrom, depths, backEdges, cycleClosers, stronglyConnected, finishOrder };
})();

const startProblemsModule = (() => {
const { reachableFrom } = graphModule;
const { findNodeType } = nodesIndexModule;
function startProblems(definition: WorkflowDefinition): StartProblem[] {
  const placed = definition.graph.nodes.map((node, index) => ({ index, node }));
  const ofCategory = (category: string) =>
    placed.filter(({ node }) => findNodeType(node.type)?.category === category);
  const [sources, sinks] = [ofCategory('source'), ofCategory('output')];
  const missing: StartProblem[] = [];
  const path = 'definition.graph.nodes';
  if (sources.length === 0) missing.push({ path, code: 'no_source', message: 'There is no source node.' });
  if (sinks.length === 0) missing.push({ path, code: 'no_sink', message: 'There is no output node.' });
  return [...missing, ...sources.flatMap(scriptProblems), ...sinkProblems(definition, sinks)];
}
function scriptProblems({ index, node }: Placed): StartProblem[] {
  const path = `definition.graph.nodes.${index}.config`;
  if (node.type === 'source_audio') {
    const { upload_ids: recordings } = node.config;
    return Array.isArray(recordings) && recordings.length > 0 ? [] : [noUpload(path)];
  }
  if (node.type !== 'source_script') return [];
  const { input_type: kind, text, upload_ids: uploads } = node.config;
  if (kind === 'text' && String(text ?? '').trim() === '') {
    return [{ path: `${path}.text`, code: 'empty_script', message: 'The script is empty.' }];
  }
  if (kind !== 'text' && (!Array.isArray(uploads) || uploads.length === 0)) {
    return [noUpload(path)];
  }
  return [];
}
const noUpload = (path: string): StartProblem => ({
  path: `${path}.upload_ids`,
  code: 'no_upload',
  message: 'The source names no upload.',
});
function reachedNodes({ graph }: WorkflowDefinition): Set<string> {
  const sources = graph.nodes.filter(({ type }) => findNodeType(type)?.category === 'source');
  return reachableFrom(
    sources.map(({ id }) => id),
    graph.edges,
  );
}
function sinkProblems(definition: WorkflowDefinition, sinks: Placed[]): StartProblem[] {
  const reached = reachedNodes(definition);
  const hasGenerator = definition.graph.nodes.some(({ type }) => type === 'operator_generator');
  return sinks
    .filter(({ node }) => !reached.has(node.id))
    .map(({ index, node }) => ({
      path: `definition.graph.nodes.${index}`,
      code: hasGenerator ? 'unreachable_sink' : 'no_generator',
      message: hasGenerator
        ? `No line gets to ${nameOf(node)}.`
        : `No line gets to ${nameOf(node)}: no generator gives the lines a voice.`,
    }));
}
function strayNodes(definition: WorkflowDefinition): StartProblem[] {
  const reached = reachedNodes(definition);
  return definition.graph.nodes.flatMap((node, index) => {
    if (reached.has(node.id) || findNodeType(node.type)?.category === 'output') return [];
    const path = `definition.graph.nodes.${index}`;
    return [{ path, code: 'unreachable_node', message: `No line gets to ${nameOf(node)}.` }];
  });
}
const nameOf = (node: { type: string; name?: string | undefined }) =>
  node.name ?? findNodeType(node.type)?.display_name ?? node.type;
return { startProblems, scriptProblems, noUpload, reachedNodes, sinkProblems, strayNodes, nameOf };
})();

const unknownFieldsModule = (() => {
const { KNOWN_FIELDS } = definitionShapeModule;
const MAX_UNKNOWN_BYTES = 65_536;
function hasTooManyUnknownBytes({
  graph,
  execution,
}: {
  graph?: unknown;
  execution?: unknown;
}): boolean {
  const { nodes, edges } = (isObject(graph) ? graph : {}) as { nodes?: unknown; edges?: unknown };
  const items = (list: unknown): unknown[] => (Array.isArray(list) ? list : []);
  const parts: [part: unknown, known: readonly string[]][] = [
    [graph, KNOWN_FIELDS.graph],
    [execution, KNOWN_FIELDS.execution],
    ...items(nodes).map((node): [unknown, string[]] => [node, KNOWN_FIELDS.node]),
    ...items(edges).map((edge): [unknown, string[]] => [edge, KNOWN_FIELDS.edge]),
  ];
  let bytes = 0;
  for (const [part, known] of parts) {
    if (!isObject(part)) continue;
    for (const [name, value] of Object.entries(part)) {
      if (known.includes(name)) continue;
      bytes += bytesOf(JSON.stringify(name)) + 1 + sizeUpTo(MAX_UNKNOWN_BYTES - bytes, value);
      if (bytes > MAX_UNKNOWN_BYTES) return true;
    }
  }
  return false;
}
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
function sizeUpTo(limit: number, root: unknown): number {
  const waiting: unknown[] = [root];
  let bytes = 0;
  while (waiting.length > 0 && bytes <= limit) {
    const value = waiting.pop();
    if (!isObject(value)) {
      bytes += bytesOf(typeof value === 'string' ? JSON.stringify(value) : String(value));
      continue;
    }
    const names = Array.isArray(value) ? [] : Object.keys(value);
    const inner: unknown[] = Array.isArray(value) ? value : Object.values(value);
    // Two brackets, and a comma between items.
    bytes += 1 + Math.max(1, inner.length);
    for (const name of names) bytes += bytesOf(JSON.stringify(name)) + 1;
    if (bytes <= limit) for (const item of inner) waiting.push(item);
  }
  return bytes;
}
return { MAX_UNKNOWN_BYTES, hasTooManyUnknownBytes, isObject, bytesOf, sizeUpTo };
})();

const structureModule = (() => {
const { MAX_EDGES } = definitionShapeModule;
const { MAX_NODES } = definitionShapeModule;
const { backEdges } = graphModule;
const { cycleClosers } = graphModule;
const { isFailEdge } = graphModule;
const { hintFor } = nearestNameModule;
const { findNodeType } = nodesIndexModule;
const { NODE_TYPES } = nodesIndexModule;
const { readInput } = readInputModule;
const { hasTooManyUnknownBytes } = unknownFieldsModule;
const { MAX_UNKNOWN_BYTES } = unknownFieldsModule;
const isText = (value: unknown): value is string => typeof value === 'string';
const listAt = (parent: unknown, key: string): unknown[] => {
  const value: unknown = typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined;
  return Array.isArray(value) ? value : [];
};
const hasTexts = (value: unknown, keys: readonly string[]) =>
  typeof value === 'object' && value !== null && keys.every((key) => isText(Reflect.get(value, key)));
const EDGE_KEYS = ['id', 'source', 'sourcePort', 'target', 'targetPort'];
function partsOf(shape: DefinitionShape): Parts {
  const indexed = (list: unknown[]) => list.map((value, index) => ({ index, value }));
  return {
    nodes: indexed(listAt(shape.graph, 'nodes')).filter((item): item is Indexed<Node> =>
      hasTexts(item.value, ['id', 'type']),
    ),
    edges: indexed(listAt(shape.graph, 'edges')).filter((item): item is Indexed<Edge> =>
      hasTexts(item.value, EDGE_KEYS),
    ),
    steps: indexed(listAt(shape.execution, 'steps')).filter((item): item is Indexed<string> =>
      isText(item.value),
    ),
  };
}
function structuralFaults(shape: DefinitionShape): StructuralFault[] {
  if (isOverlong(shape)) return [];
  if (holdsMoreThan(shape.graph, MAX_VALUES)) return [TOO_LARGE];
  const parts = partsOf(shape);
  const local = [...nodeFaults(parts), ...edgeFaults(parts), ...stepFaults(parts)];
  if (hasTooManyUnknownBytes(shape)) local.push(TOO_MANY_UNKNOWN);
  return [...local, ...cycleFaults(parts), ...orderFaults(parts)];
}
function isOverlong({ graph, execution }: DefinitionShape): boolean {
  const [nodes, edges] = [listAt(graph, 'nodes'), listAt(graph, 'edges')];
  return Math.max(nodes.length, listAt(execution, 'steps').length) > MAX_NODES || edges.length > MAX_EDGES;
}
const MAX_VALUES = 50_000;
const TOO_LARGE: StructuralFault = {
  path: ['graph'],
  code: 'too_large',
  message: `The configs of a definition hold at most ${MAX_VALUES.toLocaleString('en')} values.`,
};
const TOO_MANY_UNKNOWN: StructuralFault = {
  path: [],
  code: 'unknown_fields_too_large',
  message: `Unknown fields of graph, execution, nodes and edges take at most ${MAX_UNKNOWN_BYTES.toLocaleString('en')} bytes of JSON together.`,
};
function holdsMoreThan(root: unknown, limit: number): boolean {
  const waiting: unknown[] = [root];
  for (let count = 0; waiting.length > 0; count += 1) {
    const value = waiting.pop();
    if (count + waiting.length > limit) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Object.values(value)) waiting.push(inner);
  }
  return false;
}
function duplicates<T>(items: Indexed<T>[], keyOf: (value: T) => string): Indexed<T>[] {
  const seen = new Set<string>();
  return items.filter(({ value }) => {
    const key = keyOf(value);
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}
function nodeFaults({ nodes }: Parts): StructuralFault[] {
  const faults = duplicates(nodes, (node) => node.id).map(({ index, value }) => ({
    path: ['graph', 'nodes', index, 'id'],
    code: 'duplicate_node_id',
    message: `Another node has the id ${value.id}.`,
  }));
  return [...faults, ...nodes.flatMap(({ index, value }) => configFaults(value, ['graph', 'nodes', index]))];
}
function configFaults(node: Node, path: (string | number)[]): StructuralFault[] {
  const type = findNodeType(node.type);
  if (type === undefined) {
    const hint = hintFor(node.type, { known: Object.keys(NODE_TYPES), called: 'node types' });
    const message = `There is no node type ${JSON.stringify(node.type)}.${hint}`;
    return [{ path: [...path, 'type'], code: 'unknown_node_type', message }];
  }
  const version = node.config_version ?? type.version;
  if (!Number.isInteger(version)) return [];
  if (version < 1 || version > type.version) {
    const message = `${node.type} has config versions 1 to ${type.version}, not ${version}.`;
    return [{ path: [...path, 'config_version'], code: 'unknown_config_version', message }];
  }
  if (node.config !== undefined && (typeof node.config !== 'object' || node.config === null)) return [];
  const parsed = readInput(type.config, upgraded(type, node.config ?? {}, version));
  const issues = parsed.success ? [] : parsed.issues;
  return issues.map((issue) => configIssueFault(issue, [...path, 'config']));
}
function configIssueFault(issue: InputIssue, base: (string | number)[]): StructuralFault {
  const path = [...base, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))];
  const code = issue.code === 'unrecognized_keys' ? 'unknown_config_field' : 'invalid_config';
  const message = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  return { path, code, message };
}
function upgraded(type: NodeTypeDefinition, config: Record<string, unknown>, version: number) {
  let current = config;
  for (let step = version; step < type.version; step += 1)
    current = type.upgrades?.[step]?.(current) ?? current;
  return current;
}
function configOf(node: Pick<Node, 'type' | 'config' | 'config_version'>): {
  config: Record<string, unknown>;
  config_version: number;
} {
  const type = findNodeType(node.type);
  if (type === undefined) return { config: node.config ?? {}, config_version: node.config_version ?? 1 };
  const config = upgraded(type, node.config ?? {}, node.config_version ?? type.version);
  return { config: type.config.parse(config), config_version: type.version };
}
function edgeFaults({ nodes, edges }: Parts): StructuralFault[] {
  // Of nodes with the same id the first counts, so that a double hides no fault of the others.
  const byId = new Map([...nodes].reverse().map(({ value }) => [value.id, value]));
  const ids = duplicates(edges, (edge) => edge.id).map(({ index, value }) => ({
    path: ['graph', 'edges', index, 'id'],
    code: 'duplicate_edge_id',
    message: `Another edge has the id ${value.id}.`,
  }));
  const keyOf = (edge: Edge) => JSON.stringify([edge.source, edge.sourcePort, edge.target, edge.targetPort]);
  const twins = duplicates(edges, keyOf).map(({ index }) => ({
    path: ['graph', 'edges', index],
    code: 'duplicate_edge',
    message: 'Another edge connects the same two ports.',
  }));
  return [...ids, ...twins, ...edges.flatMap((edge) => portFaults(edge, byId))];
}
function portFaults({ index, value: edge }: Indexed<Edge>, byId: Map<string, Node>): StructuralFault[] {
  const path = ['graph', 'edges', index];
  const faults: StructuralFault[] = [];
  const portOf = (end: 'source' | 'target', portKey: 'sourcePort' | 'targetPort') => {
    const node = byId.get(edge[end]);
    if (node === undefined) {
      faults.push({ path: [...path, end], code: 'unknown_node', message: `There is no node ${edge[end]}.` });
      return undefined;
    }
    const type = findNodeType(node.type);
    const ports = end === 'source' ? type?.outputs : type?.inputs;
    const port = ports?.find(({ name }) => name === edge[portKey]);
    if (port === undefined && ports !== undefined) {
      const [name, kind] = [JSON.stringify(edge[portKey]), end === 'source' ? 'output' : 'input'];
      const message = `${node.type} has no ${kind} port ${name}; it has ${listOfNames(ports)}.`;
      faults.push({ path: [...path, portKey], code: 'unknown_port', message });
    }
    return port;
  };
  const [from, to] = [portOf('source', 'sourcePort'), portOf('target', 'targetPort')];
  const missing = to?.fields.filter((field) => !from?.fields.includes(field)) ?? [];
  if (from !== undefined && missing.length > 0) {
    const message = `${edge.targetPort} needs ${missing.join(', ')}, which ${edge.sourcePort} does not carry.`;
    faults.push({ path: [...path, 'targetPort'], code: 'port_mismatch', message });
  }
  return faults;
}
const listOfNames = (ports: readonly { name: string }[]) =>
  ports.length === 0 ? 'none' : ports.map(({ name }) => name).join(', ');
function graphOf({ nodes, edges }: Parts): GraphOf {
  return { graph: { nodes: nodes.map(({ value }) => value), edges: edges.map(({ value }) => value) } };
}
function cycleFaults(parts: Parts): StructuralFault[] {
  const definition = graphOf(parts);
  const rigid = parts.edges.filter(({ value }) => !isFailEdge(definition, value));
  return cycleClosers(rigid.map(({ value }) => value)).map((position) => ({
    path: ['graph', 'edges', rigid[position]?.index ?? 0],
    code: 'cycle',
    message: "This edge closes a cycle that does not run through a validator's fail port.",
  }));
}
function stepFaults({ nodes, steps }: Parts): StructuralFault[] {
  const known = new Set(nodes.map(({ value }) => value.id));
  const strangers = steps.filter(({ value }) => !known.has(value));
  return [
    ...strangers.map(({ index, value }) => ({
      path: ['execution', 'steps', index],
      code: 'unknown_step',
      message: `There is no node ${value}.`,
    })),
    ...duplicates(steps, (id) => id).map(({ index, value }) => ({
      path: ['execution', 'steps', index],
      code: 'duplicate_step',
      message: `The node ${value} is named twice.`,
    })),
  ];
}
function orderFaults(parts: Parts): StructuralFault[] {
  if (parts.steps.length === 0) return [];
  const definition = graphOf(parts);
  const back = new Set(backEdges(definition));
  const place = new Map(parts.steps.map(({ index, value }) => [value, index]));
  return definition.graph.edges.flatMap((edge) => {
    const [source, target] = [place.get(edge.source), place.get(edge.target)];
    if (source === undefined || target === undefined || source <= target || back.has(edge)) return [];
    const message = `The step ${edge.target} comes before ${edge.source}, which feeds it.`;
    return [{ path: ['execution', 'steps', target], code: 'step_order', message }];
  });
}
return { isText, listAt, hasTexts, EDGE_KEYS, partsOf, structuralFaults, isOverlong, MAX_VALUES, TOO_LARGE, TOO_MANY_UNKNOWN, holdsMoreThan, duplicates, nodeFaults, configFaults, configIssueFault, upgraded, configOf, edgeFaults, portFaults, listOfNames, graphOf, cycleFaults, stepFaults, orderFaults };
})();

const definitionModule = (() => {
const { DefinitionShape } = definitionShapeModule;
const { readInput } = readInputModule;
const { startProblems } = startProblemsModule;
const { strayNodes } = startProblemsModule;
const { configOf } = structureModule;
const { structuralFaults } = structureModule;
const DefinitionProblem = z
  .object({
    path: z.string(),
    code: z.string(),
    message: z.string(),
  });
function fillIn(shape: DefinitionShape): WorkflowDefinition {
  const nodes = shape.graph.nodes.map((node) => ({ ...node, ...configOf(node) }));
  return { graph: { ...shape.graph, nodes }, execution: shape.execution };
}
const DefinitionInput = DefinitionShape.superRefine(
  (shape, ctx) => {
    if (typeof shape !== 'object' || shape === null) return;
    for (const { path, code, message } of structuralFaults(shape)) {
      ctx.addIssue({ code: 'custom', path, message, params: { code } });
    }
  },
  // Runs beside shape faults as well, so that one answer names everything.
  { when: () => true },
)
  .transform(fillIn);
const OVERLONG: Record<string, string> = { 'graph.nodes': 'too_many_nodes', 'graph.edges': 'too_many_edges' };
function codeOf(issue: z.core.$ZodIssue): string {
  const code: unknown = issue.code === 'custom' ? issue.params?.code : undefined;
  if (typeof code === 'string') return code;
  return (issue.code === 'too_big' && OVERLONG[issue.path.join('.')]) || 'invalid_value';
}
function problemOf(issue: z.core.$ZodIssue): DefinitionProblem {
  return {
    path: ['definition', ...issue.path.map(String)].join('.'),
    code: codeOf(issue),
    message: issue.message,
  };
}
function checkDefinition(definition: unknown): DefinitionCheck {
  const parsed = readInput(DefinitionInput, definition ?? {});
  if (!parsed.success) {
    return { definition: null, errors: parsed.issues.map(problemOf), warnings: [] };
  }
  const warnings = [...startProblems(parsed.data), ...strayNodes(parsed.data)];
  return { definition: parsed.data, errors: [], warnings };
}
return { DefinitionProblem, fillIn, DefinitionInput, OVERLONG, codeOf, problemOf, checkDefinition };
})();

/** What a save would say of a definition. */
export const checkDefinition: (definition: unknown) => unknown = definitionModule.checkDefinition;

/** The words for what is wrong with a value, where its schema has none of its own; `code` and facts are those of zod. */
export const explain: (issue: object) => string | undefined = readInputModule.explain;

/** What to say of a field that is not among the known ones. */
export const unknownField: (name: string, known: readonly string[]) => string = readInputModule.unknownField;

/** The known name that is probably meant. */
export const nearestName: (name: string, known: readonly string[]) => string | undefined = nearestNameModule.nearestName;
