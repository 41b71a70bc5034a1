import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { text } from '../../text/en.ts';
import type { Rights } from './rights.ts';

const words = text.review.keys;

/** Every key that this person can use, and a switch for the keys that are characters. */
export function KeysDialog(props: {
  rights: Rights;
  areOn: boolean;
  onTurn: (on: boolean) => void;
  onClose: () => void;
}) {
  const { rights, areOn, onTurn, onClose } = props;
  const { mayDecide, mayComment, isGuest } = rights;
  const may = { comment: mayComment, decide: mayDecide, manage: mayDecide && !isGuest };
  const keyList = words.list.filter(([, , right]) => right === undefined || may[right]);
  return (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={onClose}>
      <Modal className="modal">
        <Dialog className="dialog">
          <div className="head">
            <Heading slot="title">{words.title}</Heading>
            <Button className="button quiet" onPress={onClose}>
              {text.close}
            </Button>
          </div>
          <label className="flag">
            <input type="checkbox" checked={areOn} onChange={({ target }) => onTurn(target.checked)} />
            {words.areOn}
          </label>
          <dl className="keys">
            {keyList.map(([keys, does]) => (
              <div key={keys}>
                <dt>
                  {keys.split(' ').map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
