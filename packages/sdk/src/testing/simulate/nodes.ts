import { nodeTypeDetails } from '../../generated/test-contract.ts';
import type { NodeOption, NodeType, NodeTypeDetail } from '../../generated/types.ts';
import { notFound } from '../api-error.ts';
import type { Handlers } from '../handler.ts';
import { without } from './own.ts';

const VOICE_FIELDS = ['voice_id', 'voices_by_locale', 'voices_by_character'];

/** The values of an enumeration, also of a nullable one and of a list of them. */
function choicesOf(schema: unknown): (string | number | boolean)[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { enum: values, anyOf, items } = schema as Record<string, unknown>;
  if (Array.isArray(values)) return values.filter((value) => value !== null && typeof value !== 'object');
  return Array.isArray(anyOf) ? anyOf.flatMap(choicesOf) : choicesOf(items);
}

/** Whoever does the work, and their models: here the embedded engine speaks, and nobody else is there. */
const WORK: Record<string, NodeOption> = {
  provider: { kind: 'inline', value: [{ value: 'espeak', display_name: 'eSpeak NG (embedded)' }] },
  model: { kind: 'inline', value: [{ value: 'espeak-ng', display_name: 'eSpeak NG' }] },
};
const NOBODY: NodeOption = { kind: 'inline', value: [] };

function optionsOf({ node_type, config_schema }: NodeType): NodeTypeDetail['options'] {
  const options = Object.entries(config_schema).flatMap(([field, schema]): [string, NodeOption][] => {
    if (field === 'delivery_target') return [[field, { kind: 'href', target: '/api/v1/delivery-targets' }]];
    const [, work = ''] = /^(?:transcription_|fallback_)?(provider|model)$/.exec(field) ?? [];
    const isSpeech = node_type === 'operator_generator' && !field.startsWith('transcription_');
    if (work !== '') return [[field, (isSpeech ? WORK[work] : undefined) ?? NOBODY]];
    if (VOICE_FIELDS.includes(field)) return [[field, { kind: 'href', target: '/api/v1/voices' }]];
    const value = choicesOf(schema).map((choice) => ({ value: choice, display_name: String(choice) }));
    return value.length === 0 ? [] : [[field, { kind: 'inline', value }]];
  });
  return Object.fromEntries(options);
}

/** Node types, as the contract describes them. */
export const nodeHandlers: Handlers = {
  'nodes.list': () => ({
    data: nodeTypeDetails.map((type) => without(type, 'category')),
    pagination: { limit: nodeTypeDetails.length },
  }),
  'nodes.get': ({ params }) => {
    const type = nodeTypeDetails.find(({ node_type }) => node_type === params.node_type);
    if (type === undefined) throw notFound('node type');
    return { data: { ...type, options: optionsOf(type) } };
  },
};
