import { useQuery } from '@tanstack/react-query';
import type { DeliveryTarget } from '@voiceloom/sdk';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { when } from '../../format/format.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { useAction } from './action.ts';

const words = text.settings;

/** The buckets that finished audio can be delivered to. */
export function TargetsCard() {
  const targets = useQuery({
    queryKey: ['delivery-targets'],
    queryFn: () => client.deliveryTargets.list(),
  });
  return (
    <section className="card" aria-labelledby="targets">
      <h2 id="targets">{words.targets}</h2>
      <p className="soft">{words.targetsHelp}</p>
      <Loaded query={targets}>
        {(list) => (
          <ul className="entries">
            {list.length === 0 && <li className="soft">{words.noTargets}</li>}
            {list.map((target) => (
              <Target key={target.id} target={target} />
            ))}
          </ul>
        )}
      </Loaded>
      <NewTarget />
    </section>
  );
}

/** A bucket for deliveries, which can be removed. */
function Target({ target }: { target: DeliveryTarget }) {
  const { name, bucket, prefix, access_key_preview, checked_at } = target;
  const act = useAction('delivery-targets');
  const location = prefix === '' ? bucket : `${bucket}/${prefix}`;
  return (
    <li>
      <span>
        <strong>{name}</strong> {location}{' '}
        <span className="soft">{words.targetKey(access_key_preview, when(checked_at))}</span>
      </span>
      <ConfirmButton
        small
        label={words.remove}
        name={words.removeName(name)}
        warning={words.targetWarning}
        onConfirm={() => act.mutate(async () => void (await client.deliveryTargets.delete(name)))}
      />
      {act.isError && <Failure error={act.error} />}
    </li>
  );
}

const EMPTY = {
  name: '',
  bucket: '',
  prefix: '',
  region: '',
  endpoint: '',
  access_key_id: '',
  secret_access_key: '',
};
const OPTIONAL = new Set(['prefix', 'region', 'endpoint']);
const TYPES: Record<string, string> = { endpoint: 'url', secret_access_key: 'password' };

/** A target of the same name is replaced. Optional fields that are empty get the defaults of the service. */
function NewTarget() {
  const [values, setValues] = useState(EMPTY);
  const act = useAction('delivery-targets');
  const save = async () => {
    const { name, bucket, access_key_id, secret_access_key, ...optional } = values;
    const filled = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== ''));
    await client.deliveryTargets.put(name, { bucket, access_key_id, secret_access_key, ...filled });
    setValues(EMPTY);
  };
  return (
    <details>
      <summary>{words.addTarget}</summary>
      <RequestForm className="fields entry" isPending={act.isPending} onSend={() => act.mutate(save)}>
        {act.isError && <Failure error={act.error} />}
        {(Object.keys(EMPTY) as (keyof typeof EMPTY)[]).map((name) => (
          <label key={name} className="field">
            <span>{words.targetFields[name]}</span>
            <input
              type={TYPES[name] ?? 'text'}
              autoComplete="off"
              required={!OPTIONAL.has(name)}
              value={values[name]}
              onChange={({ target }) => setValues({ ...values, [name]: target.value })}
            />
          </label>
        ))}
        <RequestButton type="submit" className="button" isPending={act.isPending}>
          {words.checkAndSave}
        </RequestButton>
      </RequestForm>
    </details>
  );
}
