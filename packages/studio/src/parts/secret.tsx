import { useState } from 'react';
import { Button } from 'react-aria-components';
import { text } from '../text/en.ts';

/** A secret that the service shows only once. It cannot be shown again after the page closes. */
export function Secret({ children, onDone }: { children: string; onDone: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(children).then(() => setCopied(true));
  return (
    <div className="notice warn" role="status">
      <strong>{text.settings.once}</strong>
      <code className="mono">{children}</code>
      <div className="row">
        <Button className="button" onPress={() => void copy()}>
          {isCopied ? text.copied : text.copy}
        </Button>
        <Button className="button" onPress={onDone}>
          {text.settings.stored}
        </Button>
      </div>
    </div>
  );
}
