import { type RefObject, useEffect, useState } from 'react';

/** @returns whether the pointer or the keyboard's focus is in the area */
export function useHeld(area: RefObject<HTMLElement | null>): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const look = () => setHeld(element.matches(':hover') || element.querySelector(':focus-visible') !== null);
    const events = ['pointerenter', 'pointerleave', 'focusin', 'focusout'] as const;
    // After the event: the focus is still on its way.
    const later = () => queueMicrotask(look);
    for (const event of events) element.addEventListener(event, later);
    return () => {
      for (const event of events) element.removeEventListener(event, later);
    };
  }, [area]);
  return held;
}
