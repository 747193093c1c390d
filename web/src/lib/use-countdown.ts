import { useEffect, useState } from 'react';

/**
 * Counts `milliseconds` down from when it is first used or restarted.
 * @returns the whole seconds left
 */
export function useCountdown(milliseconds: number): { seconds: number; restart: () => void } {
  const [end, setEnd] = useState(() => Date.now() + milliseconds);
  const [now, setNow] = useState(() => Date.now());
  const seconds = Math.max(0, Math.ceil((end - now) / 1000));
  const over = seconds === 0;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [over]);
  const restart = () => {
    setNow(Date.now());
    setEnd(Date.now() + milliseconds);
  };
  return { seconds, restart };
}
