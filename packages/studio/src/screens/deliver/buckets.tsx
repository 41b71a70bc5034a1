import { useMutation, useQuery } from '@tanstack/react-query';
import type { RunDelivery } from '@voiceloom/sdk';
import { useState } from 'react';
import { client, queries } from '../../api/client.ts';
import { count, when } from '../../format/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { text } from '../../text/en.ts';
import { toReadable } from '../../text/labels.ts';

const words = text.deliver;
const MAX_DELIVERIES = 20;
const LOOK_AGAIN_MS = 2_000;

/** Deliveries of a run to the buckets of the workspace. */
export function BucketsCard({ workflowId, runId }: { workflowId: string; runId: string }) {
  const key = ['run', workflowId, runId, 'deliveries'];
  const targets = useQuery({ queryKey: ['targets'], queryFn: () => client.deliveryTargets.list() });
  const deliveries = useQuery({
    queryKey: key,
    queryFn: () => client.deliveries.list(workflowId, runId).toArray({ limit: MAX_DELIVERIES }),
    // Deliveries have no event stream.
    refetchInterval: ({ state }) => {
      const isUnderWay = state.data?.some(({ status }) => status === 'pending' || status === 'running');
      return isUnderWay ? LOOK_AGAIN_MS : false;
    },
  });
  const [choice, setChoice] = useState<string>();
  const target = choice ?? targets.data?.[0]?.name;
  const send = useMutation({
    mutationFn: async (name: string) => await client.deliveries.start(workflowId, runId, { target: name }),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  });
  return (
    <section className="card" aria-labelledby="buckets">
      <h2 id="buckets">{words.buckets}</h2>
      {send.isError && <Failure error={send.error} />}
      <Loaded query={deliveries}>{(list) => <Deliveries list={list} />}</Loaded>
      {targets.data?.length === 0 && (
        <p className="soft">
          {words.noTargets} <a href="/docs/guides/delivery">{words.addTarget}</a>
        </p>
      )}
      {target !== undefined && <p className="soft">{words.sendHelp}</p>}
      {target !== undefined && (
        <div className="row">
          <select
            aria-label={words.bucket}
            value={target}
            onChange={(event) => setChoice(event.target.value)}
          >
            {targets.data?.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <RequestButton className="button" isPending={send.isPending} onPress={() => send.mutate(target)}>
            {words.send}
          </RequestButton>
        </div>
      )}
    </section>
  );
}

/** The deliveries of a run to buckets, with their states. */
function Deliveries({ list }: { list: RunDelivery[] }) {
  if (list.length === 0) return <p className="soft">{words.noBuckets}</p>;
  return (
    <ul className="entries">
      {list.map(({ id, target, destination, status, files_done, files_total, error, created_at }) => (
        <li key={id}>
          <span>
            {target} <span className="soft mono">{destination}</span>
          </span>
          <span className="soft numbers">
            {files_total !== null && words.files(count(files_done), count(files_total))} {when(created_at)}
          </span>
          <Status of={status} />
          {error !== null && <span>{toReadable(error)}</span>}
        </li>
      ))}
    </ul>
  );
}
