import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Workflow } from '@voiceloom/sdk';
import { useState } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { client, queries } from '../../api/client.ts';
import { MAX_LENGTHS } from '../../api/lengths.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { Failure } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';

const words = text.setup;

/** Renames or deletes a production. */
export function ManageProduction({ workflow: { id, name } }: { workflow: Workflow }) {
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: async () => await client.workflows.delete(id),
    onSuccess: async () => {
      await navigate({ to: '/' });
      queries.removeQueries({ queryKey: ['production', id] });
      void queries.invalidateQueries({ queryKey: ['productions'] });
    },
  });
  return (
    <div className="row manage">
      <DialogTrigger>
        <Button className="button">{words.rename}</Button>
        <ModalOverlay className="overlay" isDismissable>
          <Modal className="modal">
            <Dialog className="dialog">
              {({ close }) => <Rename id={id} name={name} onClose={close} />}
            </Dialog>
          </Modal>
        </ModalOverlay>
      </DialogTrigger>
      <ConfirmButton
        label={words.remove}
        name={words.removeName(name)}
        warning={words.removeWarning(name)}
        onConfirm={() => remove.mutate()}
      />
      {remove.isError && <Failure error={remove.error} />}
    </div>
  );
}

function Rename({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const [newName, setNewName] = useState(name);
  const rename = useMutation({
    mutationFn: async () => await client.workflows.update(id, () => ({ name: newName.trim() })),
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: ['productions'] });
      await queries.invalidateQueries({ queryKey: ['production', id], exact: true });
      onClose();
    },
  });
  return (
    <RequestForm className="fields" isPending={rename.isPending} onSend={() => rename.mutate()}>
      <Heading slot="title">{words.renameTitle}</Heading>
      {rename.isError && <Failure error={rename.error} />}
      <label className="field">
        <span>{text.productions.name}</span>
        <input
          className="full"
          value={newName}
          onChange={({ target }) => setNewName(target.value)}
          maxLength={MAX_LENGTHS.workflowName}
          pattern=".*\S.*"
          required
        />
      </label>
      <div className="row actions">
        <Button className="button" onPress={onClose}>
          {text.cancel}
        </Button>
        <RequestButton className="button primary" type="submit" isPending={rename.isPending}>
          {text.save}
        </RequestButton>
      </div>
    </RequestForm>
  );
}
