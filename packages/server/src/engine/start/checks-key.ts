import { findNodeType } from '@voiceloom/contract';
import type { GeneratorConfig } from '../casting/voice-pool.ts';
import { digestOf } from '../nodes/stored-audio.ts';
import { canRetry, type PlanNode } from '../plan.ts';

/**
 * Names everything behind a generator that decides whether its takes stay: the checks, the audio processing before them, and how
 * generators retry. The same key means the same verdicts on the same take, in whatever workflow. Undefined where nothing behind
 * the generator can lead to another take.
 */
export function checksKey(node: PlanNode, nodes: readonly PlanNode[]): Buffer | undefined {
  if (!keys.has(node)) keys.set(node, digestBehind(node, nodes));
  return keys.get(node);
}

/** Plans are kept by process, and a large definition would be digested for every chunk. */
const keys = new WeakMap<PlanNode, Buffer | undefined>();

const isGenerator = ({ type }: PlanNode): boolean => type === 'operator_generator';

/** The generators that a line can come to after `node`. */
export function generatorsAfter(node: PlanNode, nodes: readonly PlanNode[]): PlanNode[] {
  return nodes.filter((other) => other !== node && isGenerator(other) && other.upstream.has(node.id));
}

/** The checks that can send a line back to a generator. */
export function checksInto(node: PlanNode, nodes: readonly PlanNode[]): PlanNode[] {
  return nodes.filter(
    (other) => other.category === 'validation' && canRetry(other) && node.upstream.has(other.id),
  );
}

/** How often checks can send a line back to a generator at most. */
export function retriesInto(node: PlanNode, nodes: readonly PlanNode[]): number {
  return checksInto(node, nodes).reduce((sum, check) => sum + Number(check.config.max_retry ?? 0), 0);
}

/** Names one retrying check behind a generator and one take of it: the same key means the same check and take, in any workflow. */
export function checkKey(
  check: PlanNode,
  { generator, nodes, take_id }: { generator: PlanNode; nodes: readonly PlanNode[]; take_id: string },
): Buffer | undefined {
  const behind = checksKey(generator, nodes);
  const place = checksInto(generator, nodes).filter(({ depth }) => depth < check.depth).length;
  return behind && digestOf('check', behind.toString('hex'), place, take_id);
}

function digestBehind(node: PlanNode, nodes: readonly PlanNode[]): Buffer | undefined {
  if (checksInto(node, nodes).length === 0 && generatorsAfter(node, nodes).length === 0) return undefined;
  const deciding = nodes.filter((other) => other.category === 'validation' || isGenerator(other));
  const behind = nodes
    .filter((other) => other.upstream.has(node.id) && deciding.some(({ upstream }) => upstream.has(other.id)))
    .sort((one, other) => one.depth - other.depth);
  const indexes = new Map(behind.map(({ id }, index) => [id, index]));
  return digestOf(
    'checks',
    indexes.get(node.id),
    behind.map((one) => [
      one.type,
      decidingConfig(one),
      [...one.ports].flatMap(([port, edges]) =>
        edges.flatMap(({ target, back }) => {
          const index = indexes.get(target);
          return index === undefined ? [] : [[port, index, back]];
        }),
      ),
    ]),
  );
}

/** Of a generator, what decides on retries; who speaks is part of the take. */
function decidingConfig(node: PlanNode): unknown {
  const config = findNodeType(node.type)?.config.parse(node.config) as Record<string, unknown>;
  if (isGenerator(node)) {
    const { retry_ladder, fallback_provider, routing } = config as unknown as GeneratorConfig;
    return [retry_ladder, fallback_provider, routing];
  }
  const { concurrency: _concurrency, ...deciding } = config;
  return deciding;
}
