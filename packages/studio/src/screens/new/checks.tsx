import type { Workflow } from '@voiceloom/sdk';
import { Button } from 'react-aria-components';
import { text } from '../../text/en.ts';
import { listChecks, withCheck } from './definition.ts';
import { useNodeDialog } from './node-dialog.tsx';
import type { Change } from './production.ts';

const words = text.setup;

/** The checks of the takes, which can be switched on and off. */
export function ChecksCard(props: { workflow: Workflow; onChange: (change: Change) => void }) {
  const { workflow, onChange } = props;
  const checks = listChecks(workflow.definition);
  const { dialog, open } = useNodeDialog(workflow.id);
  return (
    <section className="card" aria-labelledby="checks">
      <h2 id="checks">{words.checks}</h2>
      <p className="soft">{checks.length === 0 ? words.noChecks : words.checksHelp}</p>
      <ul className="checks">
        {checks.map(({ node, on, retries }) => (
          <li key={node.id}>
            <label>
              <input
                type="checkbox"
                checked={on}
                onChange={() => onChange((definition) => withCheck(definition, node.id, !on))}
              />
              {node.name ?? node.type}
            </label>
            <span className="soft numbers">
              {words.threshold(String(node.config.threshold))} ·{' '}
              {retries ? words.retries(Number(node.config.max_retry)) : words.leftOut}
            </span>
            <Button
              className="button small"
              isDisabled={!on}
              aria-label={words.settingsOf(node.name ?? node.type)}
              onPress={() => open(node)}
            >
              {text.nav.settings}
            </Button>
          </li>
        ))}
      </ul>
      {dialog}
    </section>
  );
}
