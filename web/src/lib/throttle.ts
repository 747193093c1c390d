export interface Throttled {
  /** Lets `run` be called soon. A call before that changes nothing. */
  call(): void;
  cancel(): void;
}

/**
 * A throttle whose interval doubles while calls go on, and is short again after a rest. The first
 * of many calls is answered soon, which a debounce cannot do.
 * @param shortest the first interval, milliseconds
 * @param longest the interval that is not exceeded, milliseconds
 */
export function backoffThrottle({ shortest, longest }: { shortest: number; longest: number }, run: () => void): Throttled {
  let wait = shortest;
  let ranAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    call() {
      if (timer !== undefined) return;
      const goesOn = performance.now() - ranAt < 2 * wait;
      wait = goesOn ? Math.min(longest, 2 * wait) : shortest;
      timer = setTimeout(() => {
        timer = undefined;
        ranAt = performance.now();
        run();
      }, wait);
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
