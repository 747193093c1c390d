import { useEffect, useState } from 'react';

/**
 * Acts when the page has been painted and the browser is idle: large code that nobody waits for
 * loads then.
 * @returns what calls it off
 */
export function afterPaint(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 300);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(act, { timeout: 1500 });
  return () => cancelIdleCallback(idle);
}

/** @returns false until the page has been painted and the browser is idle */
export function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => setPainted(true)), []);
  return painted;
}
