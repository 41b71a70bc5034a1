import { useQuery } from '@tanstack/react-query';
import type { Workflow } from '@voiceloom/sdk';
import { client } from '../../api/client.ts';
import { text } from '../../text/en.ts';
import { findNode, withConfig } from './definition.ts';
import { useNodeType } from './node-types.ts';
import type { Change } from './production.ts';

const words = text.setup;

/** The level, format and destination of the audio. */
export function DeliveryCard(props: { workflow: Workflow; onChange: (change: Change) => void }) {
  const { workflow, onChange } = props;
  const mastering = findNode(workflow.definition, 'operator_mastering');
  const sink = findNode(workflow.definition, 'sink_preview');
  const { data: type } = useNodeType(mastering?.type);
  const targets = useQuery({ queryKey: ['targets'], queryFn: () => client.deliveryTargets.list() });
  const presets = type?.options.preset?.kind === 'inline' ? type.options.preset.value : [];
  return (
    <section className="card" aria-labelledby="delivery">
      <h2 id="delivery">{words.delivery}</h2>
      <div className="fields">
        {mastering && (
          <label className="field">
            <span>{words.preset}</span>
            <select
              value={String(mastering.config.preset)}
              onChange={({ target: { value } }) =>
                onChange((definition) => withConfig(definition, mastering.id, { preset: value }))
              }
            >
              {presets.map(({ value, display_name }) => (
                <option key={String(value)} value={String(value)}>
                  {display_name}
                </option>
              ))}
            </select>
          </label>
        )}
        {sink && (targets.data?.length ?? 0) > 0 && (
          <label className="field">
            <span>{words.target}</span>
            <select
              value={String(sink.config.delivery_target ?? '')}
              onChange={({ target: { value } }) =>
                onChange((definition) =>
                  withConfig(definition, sink.id, { delivery_target: value === '' ? null : value }),
                )
              }
            >
              <option value="">{words.noTarget}</option>
              {targets.data?.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        )}
      </div>
    </section>
  );
}
