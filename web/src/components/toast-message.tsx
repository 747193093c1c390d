import Close from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type CustomContentProps, SnackbarContent, useSnackbar } from 'notistack';
import type { Ref } from 'react';
import { logPathOf } from '../lib/navigation/log-path.ts';
import { t } from '../texts/index.ts';

interface ToastMessageProps extends CustomContentProps {
  undo?: () => void;
  toMade?: () => void;
  error?: unknown;
  ref?: Ref<HTMLDivElement>;
}

/** A toast on a raised surface; an icon shows its kind, not only a colour. */
export function ToastMessage({ id, message, variant, undo, toMade, error, ref }: ToastMessageProps) {
  const { closeSnackbar } = useSnackbar();
  const act = undo ?? toMade;
  const logPath = logPathOf(error);
  return (
    <SnackbarContent ref={ref ?? null} role={variant === 'error' ? 'alert' : 'status'}>
      <Alert
        role="presentation"
        severity={variant === 'success' || variant === 'error' ? variant : 'info'}
        variant="outlined"
        sx={{
          width: '100%',
          minWidth: { sm: 320 },
          maxWidth: 480,
          bgcolor: 'raised',
          color: 'text.primary',
          borderColor: 'divider',
          boxShadow: (theme) => theme.vars?.palette.floating ?? 'none',
        }}
        action={
          <>
            {act && (
              <Button
                size="small"
                onClick={() => {
                  closeSnackbar(id);
                  act();
                }}
              >
                {t(undo ? 'undo' : 'toast.open')}
              </Button>
            )}
            {logPath && (
              // Apart, since what was refused often still stands in a form.
              <Button size="small" href={logPath} target="_blank" onClick={() => closeSnackbar(id)}>
                {t('toast.log')}
              </Button>
            )}
            <IconButton size="small" aria-label={t('closeMessage')} onClick={() => closeSnackbar(id)}>
              <Close fontSize="inherit" />
            </IconButton>
          </>
        }
      >
        {message}
      </Alert>
    </SnackbarContent>
  );
}
