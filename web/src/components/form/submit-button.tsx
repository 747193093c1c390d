import Button, { type ButtonProps } from '@mui/material/Button';
import { type MouseEvent, useRef } from 'react';

interface SubmitButtonProps extends Omit<ButtonProps, 'loading'> {
  busy: boolean;
}

/**
 * A button that shows progress, keeps its width and ignores further presses while busy.
 */
export function SubmitButton({ busy, children, variant = 'contained', type = 'submit', onClick, ...button }: SubmitButtonProps) {
  const isPressed = useRef(false);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isPressed.current) return event.preventDefault();
    isPressed.current = true;
    onClick?.(event);
    // The work that a press begins reports that it is busy a moment later, in a separate task. A
    // second press may come before that.
    setTimeout(() => {
      isPressed.current = false;
    });
  };
  return (
    <Button {...button} type={type} variant={variant} loading={busy} onClick={press}>
      {children}
    </Button>
  );
}
