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

/** The models of whoever does the work: here the embedded engine speaks, and nobody else is there. */
const modelsOf = (type: string) =>
  type === 'operator_generator' ? [{ value: 'espeak-ng', display_name: 'eSpeak NG' }] : [];

function optionsOf({ node_type, config_schema }: NodeType): NodeTypeDetail['options'] {
  const options = Object.entries(config_schema).flatMap(([field, schema]): [string, NodeOption][] => {
    if (field === 'delivery_target') return [[field, { kind: 'href', target: '/api/v1/delivery-targets' }]];
    if (field === 'model') return [[field, { kind: 'inline', value: modelsOf(node_type) }]];
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
