import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { onDelayedThings } from '../delayed.ts';

/** Milliseconds in which a list that is read again after a change has arrived. */
const arrives = 2000;

/** @returns whether the person of this tab has changed something just now: what then moves was asked for */
export function useOwnChange(): boolean {
  const client = useQueryClient();
  const [isOwn, setOwn] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = () => {
      clearTimeout(timer);
      setOwn(true);
      timer = setTimeout(() => setOwn(false), arrives);
    };
    const ends = [client.getMutationCache().subscribe(({ type }) => type === 'updated' && note()), onDelayedThings(note)];
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [client]);
  return isOwn;
}
