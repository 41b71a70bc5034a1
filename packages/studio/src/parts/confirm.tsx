import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { text } from '../text/en.ts';

/** A button whose effect cannot be undone. */
export function ConfirmButton(props: {
  /** The text of the button, and of the confirming button. */
  label: string;
  /** The accessible name and the title of the dialog. For lists, in which several buttons have the same `label`. */
  name?: string;
  /** A description of the loss. */
  warning: string;
  small?: boolean;
  onConfirm: () => void;
}) {
  const { label, name, warning, small = false, onConfirm } = props;
  return (
    <DialogTrigger>
      <Button
        className={small ? 'button small' : 'button'}
        {...(name !== undefined && { 'aria-label': name })}
      >
        {label}
      </Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal">
          <Dialog className="dialog" role="alertdialog">
            {({ close }) => (
              <>
                <Heading slot="title" dir="auto">
                  {name ?? label}
                </Heading>
                <p>{warning}</p>
                <div className="row actions">
                  <Button className="button" onPress={close} autoFocus>
                    {text.keep}
                  </Button>
                  <Button
                    className="button danger"
                    onPress={() => {
                      close();
                      onConfirm();
                    }}
                  >
                    {label}
                  </Button>
                </div>
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}
