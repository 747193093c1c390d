import { useSnackbar } from 'notistack';
import { useMemo } from 'react';
import { said } from '../texts/index.ts';

export interface Toast {
  success: (message: string) => void;
  error: (message: string) => void;
  info: (message: string) => void;
}

/** Short messages at the page's edge; they close by themselves after `timings.toast`. */
export function useToast(): Toast {
  const { enqueueSnackbar } = useSnackbar();
  return useMemo(() => {
    const show = (variant: 'success' | 'error' | 'info') => (message: string) => void enqueueSnackbar(said(message), { variant });
    return { success: show('success'), error: show('error'), info: show('info') };
  }, [enqueueSnackbar]);
}
