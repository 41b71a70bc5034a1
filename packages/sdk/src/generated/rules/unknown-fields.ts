// Copied from packages/contract/src/rules by scripts/gen.ts. Do not edit.

import type { AnyDefinition } from './types.ts';

/** The known fields of each part of a definition. Other fields are stored unchanged. */
export const KNOWN_FIELDS = {
  graph: ['nodes', 'edges'],
  execution: ['steps', 'params'],
  node: ['id', 'type', 'name', 'position', 'config', 'config_version'],
  edge: ['id', 'source', 'sourcePort', 'target', 'targetPort'],
};

/** The most bytes that all unknown fields of a definition may take: names and values, as JSON in UTF-8. */
export const MAX_UNKNOWN_BYTES = 65_536;

/** Whether the unknown fields of a definition exceed the size that is kept. */
export function hasTooManyUnknownBytes({ graph, execution }: AnyDefinition): boolean {
  const { nodes, edges } = (isObject(graph) ? graph : {}) as { nodes?: unknown; edges?: unknown };
  const items = (list: unknown): unknown[] => (Array.isArray(list) ? list : []);
  const parts: [part: unknown, known: readonly string[]][] = [
    [graph, KNOWN_FIELDS.graph],
    [execution, KNOWN_FIELDS.execution],
    ...items(nodes).map((node): [unknown, string[]] => [node, KNOWN_FIELDS.node]),
    ...items(edges).map((edge): [unknown, string[]] => [edge, KNOWN_FIELDS.edge]),
  ];
  let bytes = 0;
  for (const [part, knownFields] of parts) {
    if (!isObject(part)) continue;
    for (const [name, value] of Object.entries(part)) {
      if (knownFields.includes(name)) continue;
      // 1 is for the colon.
      bytes += countBytes(JSON.stringify(name)) + 1 + sizeUpTo(MAX_UNKNOWN_BYTES - bytes, value);
      if (bytes > MAX_UNKNOWN_BYTES) return true;
    }
  }
  return false;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const countBytes = (text: string): number => new TextEncoder().encode(text).length;

/** The size of a value as JSON. Counting stops beyond `limit`, so that it also ends for a circular value. */
function sizeUpTo(limit: number, root: unknown): number {
  const waiting: unknown[] = [root];
  let bytes = 0;
  while (waiting.length > 0 && bytes <= limit) {
    const value = waiting.pop();
    if (!isObject(value)) {
      bytes += countBytes(typeof value === 'string' ? JSON.stringify(value) : String(value));
      continue;
    }
    const names = Array.isArray(value) ? [] : Object.keys(value);
    const items: unknown[] = Array.isArray(value) ? value : Object.values(value);
    // Two brackets, and a comma between items.
    bytes += 1 + Math.max(1, items.length);
    for (const name of names) bytes += countBytes(JSON.stringify(name)) + 1;
    if (bytes <= limit) for (const item of items) waiting.push(item);
  }
  return bytes;
}
