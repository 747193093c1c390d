import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/**
 * How long a hand counts as near after it has left, in milliseconds: a pointer crosses what floats
 * above the table, the focus moves by way of the page, and a finger is lifted between two taps.
 */
const stays = { mouse: 300, finger: 3000 };

/**
 * Whether a pointer, a finger or the keyboard's focus is at an element: then nothing in it should
 * move by itself. Browsers report that a pointer enters when a page is drawn below it. That is no
 * hand: a hand moves or presses.
 * @returns `isNear`, and the listeners for the element
 */
export function useHand() {
  const [isNear, setNear] = useState(false);
  const at = useRef<{ pointer: boolean; focus: Element | null }>({ pointer: false, focus: null });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = (delay: number) => {
    clearTimeout(timer.current);
    const { pointer, focus } = at.current;
    if (pointer || focus !== null) setNear(true);
    else timer.current = setTimeout(() => setNear(false), delay);
  };
  const pointer = (is: boolean) => (event: PointerEvent) => {
    at.current.pointer = is;
    look(event.pointerType === 'touch' ? stays.finger : stays.mouse);
  };
  // An element that had the focus may be gone, as a button that has done its work: no event says so.
  useEffect(() => {
    if (at.current.focus === null || at.current.focus.contains(document.activeElement)) return;
    at.current.focus = null;
    look(stays.mouse);
  });
  const arrive = pointer(true);
  const on = {
    onPointerMove: (event: PointerEvent) => at.current.pointer || arrive(event),
    onPointerDown: arrive,
    onPointerLeave: pointer(false),
    onFocus({ currentTarget }: FocusEvent) {
      at.current.focus = currentTarget;
      look(stays.mouse);
    },
    onBlur(event: FocusEvent) {
      if (event.currentTarget.contains(event.relatedTarget)) return;
      at.current.focus = null;
      look(stays.mouse);
    },
  };
  return { isNear, on };
}
