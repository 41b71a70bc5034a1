import { findNodeType } from '@voiceloom/contract';
import { digestParts } from '../digest.ts';
import { canRetry, type PlanNode } from '../plan.ts';
import type { GeneratorConfig } from './voice-pool.ts';

/**
 * Identifies everything after a generator that decides whether its takes are kept: the checks, the audio
 * processing before them, and the retry rules. The same key means the same verdicts on the same take, in any
 * workflow. Undefined if nothing after the generator can cause another take.
 */
export function createChecksKey(node: PlanNode, nodes: readonly PlanNode[]): Buffer | undefined {
  if (keys.has(node)) return keys.get(node);
  let key: Buffer | undefined;
  if (listChecksInto(node, nodes).length > 0 || listGeneratorsAfter(node, nodes).length > 0) {
    const decidingNodes = nodes.filter(
      (candidate) => candidate.category === 'validation' || isGenerator(candidate),
    );
    // This generator, and every later node that is a check or a generator or leads to one. `upstream` contains the node.
    const laterNodes = nodes
      .filter(
        (candidate) =>
          candidate.upstream.has(node.id) && decidingNodes.some(({ upstream }) => upstream.has(candidate.id)),
      )
      .sort((a, b) => a.depth - b.depth);
    const indexes = new Map(laterNodes.map(({ id }, index) => [id, index]));
    const descriptions = laterNodes.map((laterNode) => {
      const edges: unknown[] = [];
      for (const [port, targets] of laterNode.ports) {
        for (const { target, leads_back } of targets) {
          const index = indexes.get(target);
          if (index !== undefined) edges.push([port, index, leads_back]);
        }
      }
      return [laterNode.type, pickDecidingConfig(laterNode), edges];
    });
    key = digestParts('checks', indexes.get(node.id), descriptions);
  }
  keys.set(node, key);
  return key;
}

/**
 * Identifies one line under the checks of `createChecksKey`. Lines with equal text share takes, but later generators may speak
 * them with other voices or limits. So only a take that the line itself kept certainly costs nothing.
 */
export function createLineChecksKey(
  checks_key: Buffer,
  { line_id, locale_code }: { line_id: string; locale_code: string },
): Buffer {
  return digestParts('line', checks_key.toString('hex'), line_id, locale_code);
}

/** Plans are cached per process. Without this cache, a large definition would be hashed for every chunk. */
const keys = new WeakMap<PlanNode, Buffer | undefined>();

const isGenerator = ({ type }: PlanNode): boolean => type === 'operator_generator';

/** The generators that a line can reach after `node`. */
export function listGeneratorsAfter(node: PlanNode, nodes: readonly PlanNode[]): PlanNode[] {
  return nodes.filter(
    (candidate) => candidate !== node && isGenerator(candidate) && candidate.upstream.has(node.id),
  );
}

/** The checks that can send a line back to a generator. */
export function listChecksInto(node: PlanNode, nodes: readonly PlanNode[]): PlanNode[] {
  return nodes.filter(
    (candidate) =>
      candidate.category === 'validation' && canRetry(candidate) && node.upstream.has(candidate.id),
  );
}

/** The maximum number of times that checks can send a line back to a generator. */
export function countRetriesInto(node: PlanNode, nodes: readonly PlanNode[]): number {
  return listChecksInto(node, nodes).reduce((sum, check) => sum + Number(check.config.max_retry ?? 0), 0);
}

/**
 * Identifies a check that can cause retries, and one take. The same key means the same check and take in any
 * workflow.
 */
export function createCheckKey(
  check: PlanNode,
  take: { generator: PlanNode; nodes: readonly PlanNode[]; take_id: string },
): Buffer | undefined {
  const { generator, nodes, take_id } = take;
  const checksKey = createChecksKey(generator, nodes);
  const checkIndex = listChecksInto(generator, nodes).filter(({ depth }) => depth < check.depth).length;
  return checksKey && digestParts('check', checksKey.toString('hex'), checkIndex, take_id);
}

/** The part of a generator's config that decides on retries. The voice is part of the take. */
function pickDecidingConfig(node: PlanNode): unknown {
  const config = findNodeType(node.type)?.config.parse(node.config) as Record<string, unknown>;
  if (isGenerator(node)) {
    const { retry_strategies, fallback_provider, routing } = config as unknown as GeneratorConfig;
    return [retry_strategies, fallback_provider, routing];
  }
  const { concurrency: _concurrency, ...decidingConfig } = config;
  return decidingConfig;
}
