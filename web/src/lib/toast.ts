import { timings } from '@bedplate/contract';
import { useSnackbar } from 'notistack';
import { useEffect, useMemo } from 'react';
import { isOfEndedSession } from './api/api-error.ts';

declare module 'notistack' {
  interface VariantOverrides {
    success: { undo?: (() => void) | undefined; toMade?: (() => void) | undefined };
    error: { error?: unknown };
  }
}

export interface Toast {
  /**
   * @param undo offers to take back what was done
   * @param duration how long it stays, in milliseconds
   */
  success: (message: string, undo?: () => void, duration?: number) => void;
  /** @param toMade leads to what was made */
  created: (message: string, toMade: () => void) => void;
  /** @param error the refused call, whose line in the request log is one click away. That the session has ended is told elsewhere */
  error: (message: string, error?: unknown) => void;
  info: (message: string) => void;
}

const storageKey = 'keptToast';
let last = { message: '', until: 0 };

/** Keeps the last success, if it still stands, for the page that is read next: call it before a reload. */
export function keepToast(): void {
  if (performance.now() < last.until) sessionStorage.setItem(storageKey, last.message);
}

/** Shows what the page before the reload has kept. */
export function useKeptToast(): void {
  const { success } = useToast();
  useEffect(() => {
    const message = sessionStorage.getItem(storageKey);
    if (message === null) return;
    sessionStorage.removeItem(storageKey);
    success(message);
  }, [success]);
}

/** Short messages at the page's edge; they close by themselves after `timings.toast`. */
export function useToast(): Toast {
  const { enqueueSnackbar } = useSnackbar();
  return useMemo(() => {
    return {
      success: (message, undo, duration) => {
        last = { message, until: performance.now() + (duration ?? timings.toast) };
        enqueueSnackbar(message, { variant: 'success', undo, ...(duration && { autoHideDuration: duration }) });
      },
      created: (message, toMade) => void enqueueSnackbar(message, { variant: 'success', toMade }),
      error: (message, error) => {
        if (!isOfEndedSession(error)) enqueueSnackbar(message, { variant: 'error', error });
      },
      info: (message) => void enqueueSnackbar(message, { variant: 'info' }),
    };
  }, [enqueueSnackbar]);
}
