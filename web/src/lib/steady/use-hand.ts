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
  const at = useRef<{ pointer: boolean; focus: Element | null; element: Element | null }>({ pointer: false, focus: null, element: null });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = (delay: number) => {
    clearTimeout(timer.current);
    const { pointer, focus } = at.current;
    if (pointer || focus !== null) return setNear(true);
    // A dialog above asks about a row that is there, and the hand comes back to it.
    const leave = () => (isCovered(at.current.element) ? look(stays.mouse) : setNear(false));
    timer.current = setTimeout(leave, delay);
  };
  const pointer = (is: boolean) => (event: PointerEvent) => {
    at.current.pointer = is;
    at.current.element = event.currentTarget;
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
      at.current.element = currentTarget;
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

/** Dialogs hide what is below them from assistive technology. */
function isCovered(element: Element | null): boolean {
  return element?.isConnected === true && element.closest('[aria-hidden="true"]') !== null;
}
