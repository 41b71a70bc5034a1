import { createHash } from 'node:crypto';
import { forEachInSlices } from '../../db/batches.ts';
import type { SimulatedLine } from '../translation/forecast.ts';
import type { PreparedRun } from './prepare.ts';

/**
 * Identifies what a run delivers, as far as it is known before the run: the graph with its settings and casting sheets,
 * and each line as it is spoken. Uploads do not change, so their IDs in the settings identify them. Names and positions
 * of nodes do not count.
 */
export async function digestSpeech({ definition, generators }: PreparedRun): Promise<Buffer> {
  const hash = createHash('sha256');
  const add = (...parts: unknown[]): void => {
    hash.update(`${JSON.stringify(parts)}\n`);
  };
  const { nodes, edges } = definition.graph;
  for (const { id, type, config, config_version } of nodes) add(id, type, config, config_version);
  for (const { source, sourcePort, target, targetPort } of edges) add(source, sourcePort, target, targetPort);
  add(definition.execution.steps, definition.execution.params);
  for (const generator of generators) {
    const { node, lines, silentLines, locks, budget, textFor, contextFor } = generator;
    const addLine = (line: SimulatedLine): void => {
      const { line_id, locale_code, direction, controls, max_duration_ms } = line;
      const text = textFor(line) ?? line.script;
      const settings = [direction, controls, max_duration_ms, contextFor(line), locks.takes.get(line)];
      add(node.id, line_id, locale_code, text, ...settings);
    };
    await forEachInSlices(lines, addLine, budget);
    for (const { line_id, locale_code } of silentLines) add(node.id, line_id, locale_code);
  }
  return hash.digest();
}
