import type { ReactNode } from 'react';

/** A form that makes a request. While it is pending, its button stays focusable, so Enter must not send again. */
export function RequestForm(props: {
  className: string;
  isPending: boolean;
  onSend: () => void;
  children: ReactNode;
}) {
  const { className, isPending, onSend, children } = props;
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
