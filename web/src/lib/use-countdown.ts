import { useEffect, useState } from 'react';

/**
 * Counts `milliseconds` down from when it is first used or restarted, whatever happens to the
 * computer's clock meanwhile.
 * @returns the whole seconds left
 */
export function useCountdown(milliseconds: number): { seconds: number; restart: () => void } {
  const [end, setEnd] = useState(() => performance.now() + milliseconds);
  const [now, setNow] = useState(() => performance.now());
  const seconds = Math.max(0, Math.ceil((end - now) / 1000));
  const over = seconds === 0;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [over]);
  const restart = () => {
    setNow(performance.now());
    setEnd(performance.now() + milliseconds);
  };
  return { seconds, restart };
}
