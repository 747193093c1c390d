import { useEffect, useState } from 'react';

/** @returns false until the page has been painted and the browser is idle: large code that nobody waits for loads then */
export function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const show = () => setPainted(true);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(show, 300);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(show, { timeout: 1500 });
    return () => cancelIdleCallback(idle);
  }, []);
  return painted;
}
