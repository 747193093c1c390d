import Close from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type CustomContentProps, SnackbarContent, useSnackbar } from 'notistack';
import type { Ref } from 'react';
import { t } from '../texts/index.ts';

interface ToastMessageProps extends CustomContentProps {
  undo?: () => void;
  toMade?: () => void;
  ref?: Ref<HTMLDivElement>;
}

/** A toast on a raised surface; an icon shows its kind, not only a colour. */
export function ToastMessage({ id, message, variant, undo, toMade, ref }: ToastMessageProps) {
  const { closeSnackbar } = useSnackbar();
  const act = undo ?? toMade;
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
