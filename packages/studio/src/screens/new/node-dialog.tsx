import type { WorkflowNode } from '@voiceloom/sdk';
import { type ReactNode, useState } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import type { JsonSchema } from '../../parts/schema.ts';
import { SchemaForm } from '../../parts/schema-form.tsx';
import { Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { withConfig } from './definition.ts';
import { useNodeType } from './node-types.ts';
import type { Change } from './production.ts';

/** The settings of a node in a dialog, and the function that opens it. */
export function useNodeDialog(onChange: (change: Change) => void): {
  dialog: ReactNode;
  open: (node: WorkflowNode) => void;
} {
  const [node, setNode] = useState<WorkflowNode>();
  const close = () => setNode(undefined);
  const dialog = node && (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={close}>
      <Modal className="modal">
        <Dialog className="dialog">
          <Heading slot="title">{text.setup.settingsOf(node.name ?? node.type)}</Heading>
          <NodeForm
            node={node}
            onClose={close}
            onSave={(config) => {
              onChange((definition) => withConfig(definition, node.id, config));
              close();
            }}
          />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
  return { dialog, open: setNode };
}

interface FormProps {
  node: WorkflowNode;
  onClose: () => void;
  onSave: (config: WorkflowNode['config']) => void;
}

function NodeForm({ node, onClose, onSave }: FormProps) {
  const type = useNodeType(node.type);
  const [config, setConfig] = useState(node.config);
  return (
    <Loaded query={type}>
      {({ description, config_schema }) => (
        <>
          <p className="soft">{description}</p>
          <SchemaForm
            schemas={config_schema as Record<string, JsonSchema>}
            values={config}
            onChange={setConfig}
          />
          <div className="row actions">
            <Button className="button" onPress={onClose}>
              {text.cancel}
            </Button>
            <Button className="button primary" onPress={() => onSave(changesOf(node.config, config))}>
              {text.save}
            </Button>
          </div>
        </>
      )}
    </Loaded>
  );
}

/** Only what was changed here: others may change the rest meanwhile. */
const changesOf = (before: WorkflowNode['config'], after: WorkflowNode['config']): WorkflowNode['config'] =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]));
