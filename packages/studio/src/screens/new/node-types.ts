import { useQuery } from '@tanstack/react-query';
import type { NodeTypeDetail } from '@voiceloom/sdk';
import { client } from '../../api/client.ts';

/** The settings of a node type. They change only with the service. */
export const useNodeType = (type: string | undefined) =>
  useQuery<NodeTypeDetail>({
    queryKey: ['node-type', type],
    queryFn: () => client.nodes.get(type ?? ''),
    enabled: type !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
