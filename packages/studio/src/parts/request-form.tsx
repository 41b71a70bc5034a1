import type { ReactNode } from 'react';

interface Props {
  className: string;
  isPending: boolean;
  onSend: () => void;
  children: ReactNode;
}

/** A form that makes a request. While it is pending, its button stays focusable, so Enter must not send again. */
export function RequestForm({ className, isPending, onSend, children }: Props) {
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) onSend();
      }}
    >
      {children}
    </form>
  );
}
