import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * @returns a function that stays the same from render to render and does what the last render's
 * does; for children that are drawn only when a prop changes
 */
export function useStable<Args extends unknown[], Result>(action: (...args: Args) => Result): (...args: Args) => Result {
  const latest = useRef(action);
  useLayoutEffect(() => {
    latest.current = action;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
