import { useEffect } from 'react';

/** Closing the tab would end the work half-way: the browser asks first. */
export function useLeaveQuestion(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isBusy]);
}
