import { useQuery } from '@tanstack/react-query';
import type { Scope } from '@voiceloom/sdk';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { when } from '../../format/format.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { Secret } from '../../parts/secret.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { useAction } from './action.ts';

const words = text.settings;
const MAX_KEYS = 100;
const WRITES: Scope[] = ['workflows:write', 'uploads:write'];
const READS: Scope[] = [
  ...(['workflows:read', 'workflows:run', 'voices:read', 'dictionary:read'] as const),
  ...(['workspace:read', 'templates:read', 'catalog:read'] as const),
];

/** Lists, creates and revokes API keys. */
export function KeysCard() {
  const keys = useQuery({
    queryKey: ['keys'],
    queryFn: () => client.apiKeys.list().toArray({ limit: MAX_KEYS }),
  });
  const act = useAction('keys');
  const [name, setName] = useState('');
  const [mayWrite, setMayWrite] = useState(true);
  const [secret, setSecret] = useState<string>();
  const create = async () => {
    const scopes = [...READS];
    if (mayWrite) scopes.push(...WRITES);
    const result = await client.apiKeys.create({ name, scopes });
    setSecret(result.api_key);
    setName('');
  };
  return (
    <section className="card" aria-labelledby="keys">
      <h2 id="keys">{words.keys}</h2>
      {act.isError && <Failure error={act.error} />}
      {secret !== undefined && <Secret onDone={() => setSecret(undefined)}>{secret}</Secret>}
      <Loaded query={keys}>
        {(list) => (
          <ul className="entries">
            {list.length === 0 && <li className="soft">{words.noKeys}</li>}
            {list.map((key) => (
              <li key={key.id}>
                <span>
                  {key.name} <span className="soft mono">{key.preview}</span>
                </span>
                <span className="soft">
                  {key.last_used_at ? words.lastUsed(when(key.last_used_at)) : words.neverUsed}
                </span>
                <ConfirmButton
                  small
                  label={words.revoke}
                  name={words.revokeName(key.name)}
                  warning={words.keyWarning}
                  onConfirm={() => act.mutate(async () => void (await client.apiKeys.delete(key.id)))}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <RequestForm className="row" isPending={act.isPending} onSend={() => act.mutate(create)}>
        <label className="field">
          <span>{words.keyName}</span>
          <input required value={name} onChange={({ target }) => setName(target.value)} />
        </label>
        <label className="flag">
          <input type="checkbox" checked={mayWrite} onChange={({ target }) => setMayWrite(target.checked)} />
          {words.mayWrite}
        </label>
        <RequestButton type="submit" className="button" isPending={act.isPending}>
          {words.addKey}
        </RequestButton>
      </RequestForm>
    </section>
  );
}
