import { useQuery } from '@tanstack/react-query';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { client } from '../../api/client.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { Price, Problems } from '../new/cost.tsx';

/** Starts another run of the production. Shows the cost first. */
export function AgainButton(props: {
  workflowId: string;
  /** Whether a request about the run is pending. */
  isPending: boolean;
  /** Starts the run, and calls `onEnd` when the request has ended. */
  onStart: (onEnd: () => void) => void;
}) {
  const { onStart, ...rest } = props;
  return (
    <DialogTrigger>
      <Button className="button">{text.run.again}</Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal">
          <Dialog className="dialog" role="alertdialog">
            {({ close }) => <Again {...rest} onClose={close} onStart={() => onStart(close)} />}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

function Again(props: { workflowId: string; isPending: boolean; onClose: () => void; onStart: () => void }) {
  const { workflowId, isPending, onClose, onStart } = props;
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
        <RequestButton
          className="button primary"
          isDisabled={preview.data?.can_run !== true}
          isPending={isPending}
          onPress={onStart}
        >
          {text.setup.start}
        </RequestButton>
      </div>
    </>
  );
}
