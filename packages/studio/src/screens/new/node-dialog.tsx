import type { WorkflowNode } from '@voiceloom/sdk';
import { type ReactNode, useState } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import type { JsonSchema } from '../../parts/schema.ts';
import { SchemaForm } from '../../parts/schema-form.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { readable } from '../../text/labels.ts';
import { withConfig } from './definition.ts';
import { useNodeType } from './node-types.ts';
import { useChange } from './production.ts';

interface Place {
  node: WorkflowNode;
  /** The setting that comes first. */
  field?: string | undefined;
}

/** The settings of a node in a dialog, and the function that opens it. */
export function useNodeDialog(workflowId: string): {
  dialog: ReactNode;
  open: (node: WorkflowNode, field?: string) => void;
} {
  const [place, setPlace] = useState<Place>();
  const close = () => setPlace(undefined);
  const node = place?.node;
  const dialog = node && (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={close}>
      <Modal className="modal">
        <Dialog className="dialog">
          <Heading slot="title">{text.setup.settingsOf(node.name ?? node.type)}</Heading>
          <NodeForm {...place} workflowId={workflowId} onClose={close} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
  return { dialog, open: (to, field) => setPlace({ node: to, field }) };
}

interface FormProps extends Place {
  workflowId: string;
  onClose: () => void;
}

/** The form stays open until its input is stored. */
function NodeForm({ node, field, workflowId, onClose }: FormProps) {
  const type = useNodeType(node.type);
  const [config, setConfig] = useState(node.config);
  const save = useChange(workflowId);
  return (
    <Loaded query={type}>
      {({ description, config_schema }) => (
        <RequestForm
          className="fields"
          isPending={save.isPending}
          onSend={() =>
            save.mutate((definition) => withConfig(definition, node.id, changesOf(node.config, config)), {
              onSuccess: onClose,
            })
          }
        >
          <p className="soft">{readable(description)}</p>
          <SchemaForm
            schemas={firstOf(config_schema as Record<string, JsonSchema>, field)}
            values={config}
            onChange={setConfig}
          />
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
      )}
    </Loaded>
  );
}

/** Saves only the fields changed here, because others may change the rest in the meantime. */
const changesOf = (before: WorkflowNode['config'], after: WorkflowNode['config']): WorkflowNode['config'] =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]));

/** Moves the field `name` to the front. */
const firstOf = <T,>(all: Record<string, T>, name: string | undefined): Record<string, T> =>
  name !== undefined && all[name] !== undefined ? { [name]: all[name], ...all } : all;
