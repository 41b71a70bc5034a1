import { Button, type ButtonProps } from 'react-aria-components';

/**
 * A button that makes a request. During the request, a press does nothing. The button keeps the focus, which a disabled button
 * would lose. We do not use the library's `isPending`, because it announces the button, which usually disappears afterward.
 */
export function RequestButton(props: Omit<ButtonProps, 'isPending'> & { isPending: boolean }) {
  const { isPending, onPress, ...rest } = props;
  return <Button {...rest} aria-disabled={isPending} {...(onPress && !isPending && { onPress })} />;
}
