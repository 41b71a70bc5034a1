import { Button, type ButtonProps } from 'react-aria-components';

type Props = Omit<ButtonProps, 'isPending'> & { isPending: boolean };

/**
 * A button that makes a request. While it is pending, a press does nothing, and the button keeps the focus, which a disabled
 * one would lose. The library's own `isPending` announces the button, and most of these are gone after their request.
 */
export function RequestButton({ isPending, onPress, ...rest }: Props) {
  return <Button {...rest} aria-disabled={isPending} {...(onPress && !isPending && { onPress })} />;
}
