export interface Paced {
  /** Lets `run` be called soon; asked again before that, nothing changes. */
  ask(): void;
  stop(): void;
}

/**
 * Work that answers to many reasons: done soon after the first of them, and less and less often while they go on.
 * @param soonest, latest the shortest and the longest wait, milliseconds
 */
export function paced(soonest: number, latest: number, run: () => void): Paced {
  let wait = soonest;
  let ranAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    ask() {
      if (timer !== undefined) return;
      const goesOn = Date.now() - ranAt < 2 * wait;
      wait = goesOn ? Math.min(latest, 2 * wait) : soonest;
      timer = setTimeout(() => {
        timer = undefined;
        ranAt = Date.now();
        run();
      }, wait);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
