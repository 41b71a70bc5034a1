import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { client } from '../../api/client.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { type Cap, CapField, useCap } from '../budgets/limits.tsx';
import { Price, Problems } from '../new/cost.tsx';

/** Starts another run of the production. Shows the cost first. */
export function AgainButton(props: {
  workflowId: string;
  /** Whether a request about the run is pending. */
  isPending: boolean;
  /** Starts the run, and calls `onEnd` when the request has ended. */
  onStart: (request: Cap['request'], onEnd: () => void) => void;
}) {
  const { onStart, ...rest } = props;
  return (
    <DialogTrigger>
      <Button className="button">{text.run.again}</Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal">
          <Dialog className="dialog" role="alertdialog">
            {({ close }) => (
              <Again {...rest} onClose={close} onStart={(request) => onStart(request, close)} />
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

function Again(props: {
  workflowId: string;
  isPending: boolean;
  onClose: () => void;
  onStart: (request: Cap['request']) => void;
}) {
  const { workflowId, isPending, onClose, onStart } = props;
  const cap = useCap();
  const max_credits = useDeferredValue(cap.credits);
  const preview = useQuery({
    queryKey: ['production', workflowId, 'again', max_credits],
    queryFn: () => client.workflows.preview(workflowId, max_credits === undefined ? {} : { max_credits }),
    gcTime: 0,
    placeholderData: (last) => last,
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
      <RequestForm className="row actions" isPending={isPending} onSend={() => onStart(cap.request)}>
        <CapField cap={cap} />
        <Button className="button" onPress={onClose}>
          {text.cancel}
        </Button>
        <RequestButton
          type="submit"
          className="button primary"
          isDisabled={preview.data?.can_run !== true || preview.isPlaceholderData}
          isPending={isPending}
        >
          {text.setup.start}
        </RequestButton>
      </RequestForm>
    </>
  );
}
