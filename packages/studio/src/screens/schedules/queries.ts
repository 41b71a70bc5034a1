import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';

/** A production has at most 10. */
const MAX_SCHEDULES = 10;
/** Due times pass while the page is open. */
const REFRESH_MS = 60_000;

export const schedulesKey = (workflowId: string) => ['schedules', workflowId];

export const useSchedules = (workflowId: string) =>
  useQuery({
    queryKey: schedulesKey(workflowId),
    queryFn: () => client.schedules.list({ workflow_id: workflowId }).toArray({ limit: MAX_SCHEDULES }),
    refetchInterval: REFRESH_MS,
  });
