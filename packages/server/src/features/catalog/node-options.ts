import { type NodeOption, type NodeType, PROVIDERS } from '@voiceloom/contract';
import type { App } from '../../app.ts';

type Choice = string | number | boolean;
/** The providers that a node type can use, with their models. */
type Providers = ReadonlyMap<string, { models: readonly { id: string; display_name: string }[] }>;

const VOICES: NodeOption = { kind: 'href', target: '/api/v1/voices' };
const TARGETS: NodeOption = { kind: 'href', target: '/api/v1/delivery-targets' };
const VOICE_FIELDS = new Set(['voice_id', 'voices_by_locale', 'voices_by_character']);
const PROVIDER_FIELDS = new Set(['provider', 'fallback_provider']);
const PROVIDER_FACTS = new Map<string, { display_name: string }>(Object.entries(PROVIDERS));
const ACRONYMS = new Set(['wav', 'mp3', 'ogg', 'flac', 'srt', 'vtt']);

/** The choices of each config field that has a list of them, and where they come from. */
export function nodeOptions(
  app: Pick<App, 'speech' | 'transcription' | 'translation'>,
  type: NodeType,
): Record<string, NodeOption> {
  const options: Record<string, NodeOption> = {};
  let providers: Providers = app.speech;
  if (type.node_type === 'operator_translator') providers = app.translation;
  else if (type.node_type === 'validator_error_rate' || type.node_type === 'validator_pronunciation')
    providers = app.transcription;
  for (const [field, schema] of Object.entries(type.config_schema)) {
    // In every node type, `transcription_provider` selects the provider that transcribes.
    const [, ownField] = /^transcription_(provider|model)$/.exec(field) ?? [];
    const option = ownField
      ? buildOption(app.transcription, ownField, schema)
      : buildOption(providers, field, schema);
    if (option !== undefined) options[field] = option;
  }
  return options;
}

/** The choices of a config field: a list, or where to request it. Undefined if the field accepts any value. */
function buildOption(
  providers: Providers,
  field: string,
  schema: Record<string, unknown>,
): NodeOption | undefined {
  if (VOICE_FIELDS.has(field)) return VOICES;
  if (field === 'delivery_target') return TARGETS;
  const labels = new Map<Choice, string>();
  if (PROVIDER_FIELDS.has(field)) {
    // Lists only available providers. The schema also accepts providers that are not set up, or have no models here.
    for (const [id, { models }] of providers)
      if (models.length > 0) labels.set(id, PROVIDER_FACTS.get(id)?.display_name ?? id);
  } else if (field === 'model') {
    // A model ID that several providers share is one choice. The provider field selects one of these providers.
    for (const { models } of providers.values())
      for (const { id, display_name } of models) if (!labels.has(id)) labels.set(id, display_name);
  } else {
    for (const choice of listEnumValues(schema)) {
      const text = String(choice);
      const words = text.replaceAll('_', ' ');
      const label = ACRONYMS.has(text) ? text.toUpperCase() : words.charAt(0).toUpperCase() + words.slice(1);
      labels.set(choice, label);
    }
    if (labels.size === 0) return undefined;
  }
  return { kind: 'inline', value: Array.from(labels, ([value, display_name]) => ({ value, display_name })) };
}

/** The values of an enumeration, of a nullable enumeration, or of a list of enumeration values. */
function listEnumValues(schema: unknown): Choice[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { enum: values, anyOf, items } = schema as Record<string, unknown>;
  if (Array.isArray(values))
    return values.filter((value) => ['string', 'number', 'boolean'].includes(typeof value));
  if (Array.isArray(anyOf)) return anyOf.flatMap(listEnumValues);
  return listEnumValues(items);
}
