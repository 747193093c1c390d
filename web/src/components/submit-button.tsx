import Button, { type ButtonProps } from '@mui/material/Button';

interface SubmitButtonProps extends Omit<ButtonProps, 'loading'> {
  busy: boolean;
}

/** A button that shows progress inside itself and keeps its width; a second press while busy does nothing. */
export function SubmitButton({ busy, children, variant = 'contained', type = 'submit', ...button }: SubmitButtonProps) {
  return (
    <Button {...button} type={type} variant={variant} loading={busy}>
      {children}
    </Button>
  );
}
