import { useQuery } from '@tanstack/react-query';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { client } from '../../api/client.ts';
import { Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { Price, Problems } from '../new/cost.tsx';

interface Props {
  workflowId: string;
  onStart: () => void;
}

/** Starts another run of the production, at a cost that is known before. */
export function AgainButton({ workflowId, onStart }: Props) {
  return (
    <DialogTrigger>
      <Button className="button">{text.run.again}</Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal">
          <Dialog className="dialog" role="alertdialog">
            {({ close }) => (
              <Again
                workflowId={workflowId}
                onClose={close}
                onStart={() => {
                  close();
                  onStart();
                }}
              />
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

interface AgainProps {
  workflowId: string;
  onClose: () => void;
  onStart: () => void;
}

function Again({ workflowId, onClose, onStart }: AgainProps) {
  const preview = useQuery({
    queryKey: ['production', workflowId, 'again'],
    queryFn: () => client.workflows.preview(workflowId),
    gcTime: 0,
  });
  return (
    <>
      <Heading slot="title">{text.run.againTitle}</Heading>
      <p>{text.run.againHelp}</p>
      <Loaded query={preview} rows={2}>
        {(estimate) => (
          <>
            <div>
              <Price estimate={estimate} />
            </div>
            <Problems estimate={estimate} />
          </>
        )}
      </Loaded>
      <div className="row actions">
        <Button className="button" onPress={onClose}>
          {text.cancel}
        </Button>
        <Button className="button primary" isDisabled={preview.data?.can_run !== true} onPress={onStart}>
          {text.setup.start}
        </Button>
      </div>
    </>
  );
}
