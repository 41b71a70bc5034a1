import { findNodeType } from '@voiceloom/contract';
import { digestParts } from '../digest.ts';
import { canRetry, type PlanNode } from '../plan.ts';
import type { GeneratorConfig } from './voice-pool.ts';

/**
 * Identifies everything after a generator that decides whether its takes are kept: the checks, the audio
 * processing before them, and the retry rules. The same key means the same verdicts on the same take, in any
 * workflow. Undefined if nothing after the generator can cause another take.
 */
export function checksKey(node: PlanNode, nodes: readonly PlanNode[]): Buffer | undefined {
  if (!keys.has(node)) keys.set(node, digestBehind(node, nodes));
  return keys.get(node);
}

/**
 * Identifies one line under the checks of `checksKey`. Lines with equal text share takes, but later generators may speak
 * them with other voices or limits. So only a take that the line itself kept certainly costs nothing.
 */
export function lineChecksKey(
  checks_key: Buffer,
  { line_id, locale_code }: { line_id: string; locale_code: string },
): Buffer {
  return digestParts('line', checks_key.toString('hex'), line_id, locale_code);
}

/** Plans are cached per process. Without this cache, a large definition would be hashed for every chunk. */
const keys = new WeakMap<PlanNode, Buffer | undefined>();

const isGenerator = ({ type }: PlanNode): boolean => type === 'operator_generator';

/** The generators that a line can reach after `node`. */
export function generatorsAfter(node: PlanNode, nodes: readonly PlanNode[]): PlanNode[] {
  return nodes.filter((other) => other !== node && isGenerator(other) && other.upstream.has(node.id));
}

/** The checks that can send a line back to a generator. */
export function checksInto(node: PlanNode, nodes: readonly PlanNode[]): PlanNode[] {
  return nodes.filter(
    (other) => other.category === 'validation' && canRetry(other) && node.upstream.has(other.id),
  );
}

/** The maximum number of times that checks can send a line back to a generator. */
export function retriesInto(node: PlanNode, nodes: readonly PlanNode[]): number {
  return checksInto(node, nodes).reduce((sum, check) => sum + Number(check.config.max_retry ?? 0), 0);
}

/**
 * Identifies a check that can cause retries, and one take. The same key means the same check and take in any
 * workflow.
 */
export function checkKey(
  check: PlanNode,
  { generator, nodes, take_id }: { generator: PlanNode; nodes: readonly PlanNode[]; take_id: string },
): Buffer | undefined {
  const behind = checksKey(generator, nodes);
  const place = checksInto(generator, nodes).filter(({ depth }) => depth < check.depth).length;
  return behind && digestParts('check', behind.toString('hex'), place, take_id);
}

function digestBehind(node: PlanNode, nodes: readonly PlanNode[]): Buffer | undefined {
  if (checksInto(node, nodes).length === 0 && generatorsAfter(node, nodes).length === 0) return undefined;
  const deciding = nodes.filter((other) => other.category === 'validation' || isGenerator(other));
  const behind = nodes
    .filter((other) => other.upstream.has(node.id) && deciding.some(({ upstream }) => upstream.has(other.id)))
    .sort((one, other) => one.depth - other.depth);
  const indexes = new Map(behind.map(({ id }, index) => [id, index]));
  return digestParts(
    'checks',
    indexes.get(node.id),
    behind.map((one) => [
      one.type,
      pickDecidingConfig(one),
      [...one.ports].flatMap(([port, edges]) =>
        edges.flatMap(({ target, back }) => {
          const index = indexes.get(target);
          return index === undefined ? [] : [[port, index, back]];
        }),
      ),
    ]),
  );
}

/** The part of a generator's config that decides on retries. The voice is part of the take. */
function pickDecidingConfig(node: PlanNode): unknown {
  const config = findNodeType(node.type)?.config.parse(node.config) as Record<string, unknown>;
  if (isGenerator(node)) {
    const { retry_strategies, fallback_provider, routing } = config as unknown as GeneratorConfig;
    return [retry_strategies, fallback_provider, routing];
  }
  const { concurrency: _concurrency, ...deciding } = config;
  return deciding;
}
