import { useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { RunEstimate, Workflow } from '@voiceloom/sdk';
import { queries } from '../../api/client.ts';
import { Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { SchedulesCard } from '../schedules/card.tsx';
import { CastCard } from './cast.tsx';
import { ChecksCard } from './checks.tsx';
import { CostCard } from './cost.tsx';
import { uploadScript } from './create.tsx';
import { DeliveryCard } from './delivery.tsx';
import './new.css';
import { ManageProduction } from './manage.tsx';
import { useChange, usePreview, useProduction } from './production.ts';
import { RunsCard } from './runs.tsx';
import { ScriptCard } from './script.tsx';
import { StepsCard } from './steps.tsx';

/** A production before its run: the script, who speaks it, how it is checked and delivered, and what that costs. */
export function SetupScreen() {
  const { workflowId } = useParams({ from: '/productions/$workflowId' });
  const production = useProduction(workflowId);
  return (
    <Loaded query={production} isPage>
      {(workflow) => <Setup workflow={workflow} />}
    </Loaded>
  );
}

/** The cards of a production. All changes go through one mutation, so that they are stored in order. */
function Setup({ workflow }: { workflow: Workflow }) {
  const preview = usePreview(workflow);
  const change = useChange(workflow.id);
  const replace = useMutation({
    mutationFn: (file: File) => uploadScript(workflow.id, file),
    // The key of the preview includes `updated_at`, so this also loads the preview again.
    onSuccess: (result) => queries.setQueryData(['production', workflow.id], result),
  });
  const parts = { workflow, onChange: change.mutate };
  const isStale = change.isPending || preview.isPlaceholderData;
  let saveState = '';
  if (change.isPending) saveState = text.setup.saving;
  else if (change.isSuccess) saveState = text.setup.saved;
  return (
    <>
      <div className="head">
        <h1>{workflow.name}</h1>
        <span className="soft" role="status">
          {saveState}
        </span>
        <ManageProduction workflow={workflow} />
      </div>
      {change.isError && <Failure error={change.error} />}
      {replace.isError && <Failure error={replace.error} />}
      <div className="setup">
        <div className="steps">
          <Loaded query={preview} rows={8}>
            {(estimate: RunEstimate) => (
              <>
                <ScriptCard
                  {...parts}
                  estimate={estimate}
                  isStale={isStale}
                  isReplacing={replace.isPending}
                  onFile={replace.mutate}
                />
                <CastCard {...parts} voices={estimate.voices} isStale={isStale} />
              </>
            )}
          </Loaded>
          <ChecksCard {...parts} />
          <DeliveryCard {...parts} />
          <StepsCard workflow={workflow} />
        </div>
        <div className="aside">
          <CostCard workflow={workflow} isSaving={change.isPending} />
          <RunsCard workflow={workflow} />
          <SchedulesCard workflow={workflow} />
        </div>
      </div>
    </>
  );
}
