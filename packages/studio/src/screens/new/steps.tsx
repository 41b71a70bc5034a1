import type { Workflow } from '@voiceloom/sdk';
import { Button } from 'react-aria-components';
import { arrangeInColumns } from '../../parts/graph.ts';
import { text } from '../../text/en.ts';
import { useNodeDialog } from './node-dialog.tsx';

/** The graph as a picture, with columns in the order of processing. Selecting a node opens its settings. */
export function StepsCard({ workflow }: { workflow: Workflow }) {
  const { dialog, open } = useNodeDialog(workflow.id);
  return (
    <section className="card" aria-labelledby="steps">
      <h2 id="steps">{text.setup.steps}</h2>
      <ol className="graph">
        {arrangeInColumns(workflow.definition).map((column) => (
          <li key={column[0]?.id}>
            {column.map((node) => (
              <Button
                key={node.id}
                className={`button node ${node.type.split('_')[0]}`}
                aria-label={text.setup.settingsOf(node.name ?? node.type)}
                onPress={() => open(node)}
              >
                {node.name ?? node.type}
              </Button>
            ))}
          </li>
        ))}
      </ol>
      {dialog}
    </section>
  );
}
