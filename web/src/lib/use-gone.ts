import { useEffect, useState } from 'react';
import { holdsTyped } from './leaving.ts';
import { useToast } from './toast.ts';

/** Milliseconds between two looks whether something typed is still there. */
const look = 500;

/**
 * A page whose subject has gone, as somebody else has archived it. One that holds something typed
 * stays nevertheless, so that it can be copied, and says what has happened.
 * @param message null where that is told otherwise
 * @returns whether to show that it has gone
 */
export function useGone(isGone: boolean, message: string | null): boolean {
  const [seen, setSeen] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const toast = useToast();
  let held = isHeld;
  if (isGone !== seen) {
    held = isGone && holdsTyped();
    setSeen(isGone);
    setHeld(held);
  }
  useEffect(() => {
    if (!held) return;
    if (message) toast.error(message);
    const timer = setInterval(() => setHeld(holdsTyped()), look);
    return () => clearInterval(timer);
  }, [held, message, toast]);
  return isGone && !held;
}
