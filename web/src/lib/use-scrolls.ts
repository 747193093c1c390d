import { type RefObject, useEffect, useRef, useState } from 'react';

/** @returns a ref for a box and whether its content is wider than it: what scrolls has to be reachable by keyboard */
export function useScrolls<T extends HTMLElement>(): [RefObject<T | null>, boolean] {
  const ref = useRef<T>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const watcher = new ResizeObserver(() => setScrolls(box.scrollWidth > box.clientWidth));
    watcher.observe(box);
    if (box.firstElementChild) watcher.observe(box.firstElementChild);
    return () => watcher.disconnect();
  }, []);
  return [ref, scrolls];
}
