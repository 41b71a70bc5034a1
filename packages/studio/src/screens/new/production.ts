import { useMutation, useQuery } from '@tanstack/react-query';
import type { RunEstimate, Workflow, WorkflowDefinition } from '@voiceloom/sdk';
import { client, queries } from '../../api/client.ts';

const productionKey = (id: string) => ['production', id];

export const useProduction = (id: string) =>
  useQuery({ queryKey: productionKey(id), queryFn: () => client.workflows.get(id) });

/** The cost of a run and the problems that prevent it, for the stored definition. `cap`: the credits it may cost. */
export const usePreview = (workflow: Workflow, cap?: number) =>
  useQuery<RunEstimate>({
    queryKey: [...productionKey(workflow.id), 'preview', workflow.updated_at, cap],
    queryFn: () => client.workflows.preview(workflow.id, cap === undefined ? {} : { max_credits: cap }),
    // Shows the last numbers until the new ones arrive.
    placeholderData: (last) => last,
  });

export type Change = (definition: WorkflowDefinition) => WorkflowDefinition;

/** Shows a change immediately and stores it. If storing fails, the page shows the stored workflow again. */
export function useChange(id: string) {
  return useMutation({
    mutationKey: productionKey(id),
    // Changes run in order, because a second change builds on the first one.
    scope: { id },
    mutationFn: (change: Change) =>
      client.workflows.update(id, ({ definition }) => ({ definition: change(definition) })),
    onMutate: (change) => {
      queries.setQueryData<Workflow>(
        productionKey(id),
        (now) => now && { ...now, definition: change(now.definition) },
      );
    },
    onSuccess: (workflow) => {
      // The result of the last pending change includes all earlier ones.
      if (queries.isMutating({ mutationKey: productionKey(id) }) === 1)
        queries.setQueryData(productionKey(id), workflow);
    },
    onError: () => queries.invalidateQueries({ queryKey: productionKey(id), exact: true }),
  });
}
