import { type NodeOption, type NodeType, PROVIDERS } from '@voiceloom/contract';
import type { App } from '../../app.ts';

type Choice = string | number | boolean;
type Choices = Extract<NodeOption, { kind: 'inline' }>['value'];

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
  const providers = providersOf(app, type.node_type);
  for (const [field, schema] of Object.entries(type.config_schema)) {
    // In every node type, `transcription_provider` selects the provider that transcribes.
    const [, own] = /^transcription_(provider|model)$/.exec(field) ?? [];
    const option = optionOf(own ? app.transcription : providers, own ?? field, schema);
    if (option !== undefined) options[field] = option;
  }
  return options;
}

function providersOf(
  app: Pick<App, 'speech' | 'transcription' | 'translation'>,
  nodeType: NodeType['node_type'],
): Providers {
  if (nodeType === 'operator_translator') return app.translation;
  const listens = nodeType === 'validator_error_rate' || nodeType === 'validator_pronunciation';
  return listens ? app.transcription : app.speech;
}

function optionOf(
  providers: Providers,
  field: string,
  schema: Record<string, unknown>,
): NodeOption | undefined {
  if (VOICE_FIELDS.has(field)) return VOICES;
  if (field === 'delivery_target') return TARGETS;
  if (PROVIDER_FIELDS.has(field)) return { kind: 'inline', value: providerChoices(providers) };
  if (field === 'model') return { kind: 'inline', value: modelChoices(providers) };
  const choices = enumOf(schema);
  if (choices.length === 0) return undefined;
  return { kind: 'inline', value: choices.map((value) => ({ value, display_name: labelOf(value) })) };
}

/** Lists only available providers. The schema also accepts providers that are not set up. */
function providerChoices(providers: Providers): Choices {
  const nameOf = (id: string) => PROVIDER_FACTS.get(id)?.display_name ?? id;
  return [...providers.keys()].map((value) => ({ value, display_name: nameOf(value) }));
}

/** A model ID that several providers share is one choice. The provider field selects one of these providers. */
function modelChoices(providers: Providers): Choices {
  const choices = new Map<string, string>();
  for (const { models } of providers.values()) {
    for (const { id, display_name } of models) if (!choices.has(id)) choices.set(id, display_name);
  }
  return Array.from(choices, ([value, display_name]) => ({ value, display_name }));
}

/** The values of an enumeration, of a nullable enumeration, or of a list of enumeration values. */
function enumOf(schema: unknown): Choice[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { enum: values, anyOf, items } = schema as Record<string, unknown>;
  if (Array.isArray(values)) return values.filter(isChoice);
  if (Array.isArray(anyOf)) return anyOf.flatMap(enumOf);
  return enumOf(items);
}

function isChoice(value: unknown): value is Choice {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function labelOf(value: Choice): string {
  const text = String(value);
  if (ACRONYMS.has(text)) return text.toUpperCase();
  const words = text.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
