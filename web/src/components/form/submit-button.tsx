import Button, { type ButtonProps } from '@mui/material/Button';
import { type MouseEvent, useCallback, useEffect, useRef } from 'react';

interface SubmitButtonProps extends Omit<ButtonProps, 'loading'> {
  busy: boolean;
}

/**
 * A button that shows progress, keeps its width and ignores further presses while busy. It has the
 * focus again when it is no longer busy: browsers take it from what is disabled.
 */
export function SubmitButton({ busy, children, variant = 'contained', type = 'submit', onClick, ...button }: SubmitButtonProps) {
  const isPressed = useRef(false);
  const focused = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (busy || !focused.current) return;
    if (document.activeElement === document.body) focused.current.focus();
    focused.current = null;
  }, [busy]);
  const release = useCallback(() => {
    isPressed.current = false;
  }, []);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isPressed.current) return event.preventDefault();
    isPressed.current = true;
    focused.current = event.currentTarget;
    onClick?.(event);
    // The work that a press begins reports that it is busy in a task of its own, which is planned after this one: hence two.
    setTimeout(() => setTimeout(release));
    // A press after a change is meant, however soon: browsers run no timer while keys come fast.
    event.currentTarget.form?.addEventListener('input', release, { once: true });
  };
  return (
    <Button {...button} type={type} variant={variant} loading={busy} onClick={press}>
      {children}
    </Button>
  );
}
