import { useQuery } from '@tanstack/react-query';
import type { Workspace } from '@voiceloom/sdk';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { chooseWorkspace, client, listWorkspaces } from '../../api/client.ts';
import { MAX_LENGTHS } from '../../api/lengths.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { useAction } from './action.ts';

const words = text.settings;

/** The person's workspaces: opens, renames and creates them. */
export function WorkspacesCard({ currentId, isAdmin }: { currentId: string; isAdmin: boolean }) {
  const workspaces = useQuery({ queryKey: ['workspaces'], queryFn: listWorkspaces });
  const [name, setName] = useState('');
  const act = useAction<Workspace>('workspaces');
  return (
    <section className="card" aria-labelledby="workspaces">
      <h2 id="workspaces">{words.workspaces}</h2>
      <p className="soft">{words.workspacesHelp}</p>
      <Loaded query={workspaces} rows={2}>
        {(list) => {
          const current = list.find(({ id }) => id === currentId);
          return (
            <>
              <ul className="entries">
                {list.map((workspace) => (
                  <li key={workspace.id}>
                    <span dir="auto">{workspace.name}</span>
                    {workspace.id === currentId ? (
                      <span className="status run">{words.currentWorkspace}</span>
                    ) : (
                      <Button
                        className="button small"
                        aria-label={words.openWorkspaceName(workspace.name)}
                        onPress={() => chooseWorkspace(workspace.id)}
                      >
                        {words.openWorkspace}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
              {current && isAdmin && <Rename key={current.id} workspace={current} />}
            </>
          );
        }}
      </Loaded>
      <RequestForm
        className="row"
        isPending={act.isPending}
        onSend={() =>
          act.mutate(() => client.workspaces.create({ name: name.trim() }), {
            onSuccess: ({ id }) => chooseWorkspace(id),
          })
        }
      >
        <NameField label={words.newWorkspace} value={name} onChange={setName} />
        <RequestButton type="submit" className="button" isPending={act.isPending}>
          {words.addWorkspace}
        </RequestButton>
      </RequestForm>
      {act.isError && <Failure error={act.error} />}
    </section>
  );
}

function Rename({ workspace }: { workspace: Workspace }) {
  const [name, setName] = useState(workspace.name);
  const act = useAction('workspaces');
  return (
    <>
      <RequestForm
        className="row"
        isPending={act.isPending}
        onSend={() => act.mutate(() => client.workspaces.update(workspace.id, { name: name.trim() }))}
      >
        <NameField label={words.workspaceName} value={name} onChange={setName} />
        <RequestButton type="submit" className="button" isPending={act.isPending}>
          {words.renameWorkspace}
        </RequestButton>
      </RequestForm>
      {act.isError && <Failure error={act.error} />}
    </>
  );
}

function NameField(props: { label: string; value: string; onChange: (name: string) => void }) {
  const { label, value, onChange } = props;
  return (
    <label className="field">
      <span>{label}</span>
      <input
        required
        pattern=".*\S.*"
        maxLength={MAX_LENGTHS.workspaceName}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
