import { useSnackbar } from 'notistack';
import { useMemo } from 'react';

declare module 'notistack' {
  interface VariantOverrides {
    success: { undo?: (() => void) | undefined };
  }
}

export interface Toast {
  /**
   * @param undo offers to take back what was done
   * @param duration how long it stays, in milliseconds
   */
  success: (message: string, undo?: () => void, duration?: number) => void;
  error: (message: string) => void;
  info: (message: string) => void;
}

/** Short messages at the page's edge; they close by themselves after `timings.toast`. */
export function useToast(): Toast {
  const { enqueueSnackbar } = useSnackbar();
  return useMemo(() => {
    const show = (variant: 'error' | 'info') => (message: string) => void enqueueSnackbar(message, { variant });
    return {
      success: (message, undo, duration) =>
        void enqueueSnackbar(message, { variant: 'success', undo, ...(duration && { autoHideDuration: duration }) }),
      error: show('error'),
      info: show('info'),
    };
  }, [enqueueSnackbar]);
}
