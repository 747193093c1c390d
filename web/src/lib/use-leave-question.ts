import { useEffect } from 'react';
import { useStable } from './use-stable.ts';

/** Closing the tab would end the work half-way: the browser asks first. */
export function useLeaveQuestion(isBusy: () => boolean): void {
  const looks = useStable(isBusy);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (looks()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [looks]);
}
