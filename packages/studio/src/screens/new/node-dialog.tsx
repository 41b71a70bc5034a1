import type { WorkflowNode } from '@voiceloom/sdk';
import { type ReactNode, useState } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import type { JsonSchema } from '../../parts/schema.ts';
import { SchemaForm } from '../../parts/schema-form.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { toReadable } from '../../text/labels.ts';
import { withConfig } from './definition.ts';
import { useNodeType } from './node-types.ts';
import { useChange } from './production.ts';

interface Target {
  node: WorkflowNode;
  /** The setting that comes first. */
  field?: string | undefined;
}

/** The settings of a node in a dialog, and the function that opens it. */
export function useNodeDialog(workflowId: string): {
  dialog: ReactNode;
  open: (node: WorkflowNode, field?: string) => void;
} {
  const [target, setTarget] = useState<Target>();
  const close = () => setTarget(undefined);
  const node = target?.node;
  const dialog = node && (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={close}>
      <Modal className="modal">
        <Dialog className="dialog">
          <Heading slot="title">{text.setup.settingsOf(node.name ?? node.type)}</Heading>
          <NodeForm {...target} workflowId={workflowId} onClose={close} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
  return { dialog, open: (node, field) => setTarget({ node, field }) };
}

/** The form stays open until its input is stored. */
function NodeForm(props: Target & { workflowId: string; onClose: () => void }) {
  const { node, field, workflowId, onClose } = props;
  const type = useNodeType(node.type);
  const [config, setConfig] = useState(node.config);
  const save = useChange(workflowId);
  const send = () => {
    // Saves only the fields changed here, because others may change the rest in the meantime.
    const changes = Object.entries(config).filter(([name, value]) => value !== node.config[name]);
    save.mutate((definition) => withConfig(definition, node.id, Object.fromEntries(changes)), {
      onSuccess: onClose,
    });
  };
  return (
    <Loaded query={type}>
      {({ description, config_schema }) => {
        let schemas = config_schema as Record<string, JsonSchema>;
        const schema = field && schemas[field];
        if (schema) schemas = { [field]: schema, ...schemas };
        return (
          <RequestForm className="fields" isPending={save.isPending} onSend={send}>
            <p className="soft">{toReadable(description)}</p>
            <SchemaForm schemas={schemas} values={config} onChange={setConfig} />
            {save.isError && <Failure error={save.error} />}
            <div className="row actions">
              <Button className="button" onPress={onClose}>
                {text.cancel}
              </Button>
              <RequestButton className="button primary" type="submit" isPending={save.isPending}>
                {text.save}
              </RequestButton>
            </div>
          </RequestForm>
        );
      }}
    </Loaded>
  );
}
