import { timings } from '@bedplate/contract';
import { useEffect, useState } from 'react';
import { pageLoad } from './browser.ts';
import { keepToast } from './toast.ts';

/**
 * @returns a function that reads the page again after `timings.reload`, unless the person has left
 * it by then
 */
export function useReload(): () => void {
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (!due) return;
    const timer = setTimeout(() => {
      keepToast();
      pageLoad.reload();
    }, timings.reload);
    return () => clearTimeout(timer);
  }, [due]);
  return () => setDue(true);
}
