import { useEffect, useRef } from 'react';
import { useToast } from '../../../lib/toast.ts';

export interface Undo {
  /** Shows the last action in a message and offers to undo it. */
  offerUndo: (message: string, undo: () => void, duration?: number) => void;
  /** Lets Ctrl-Z wait for this action, which shows already: else it would take back the one before. */
  undoAfter: (action: Promise<unknown>) => void;
}

/** Undo of the last action, in its message or by Ctrl-Z outside text fields. */
export function useUndo(): Undo {
  const toast = useToast();
  const last = useRef<(() => void) | null>(null);
  const underWay = useRef<Promise<unknown> | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z') return;
      const { current: before } = last;
      const { current: action } = underWay;
      if (isTyping(event.target) || document.querySelector('[role=dialog]') || !(before || action)) return;
      event.preventDefault();
      if (!action) return before?.();
      // Where it fails there is nothing of it to undo, and the one before was not meant.
      void action.finally(() => last.current !== before && last.current?.());
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const offerUndo = (message: string, undo: () => void, duration?: number) => {
    const once = () => {
      if (last.current !== once) return;
      last.current = null;
      undo();
    };
    last.current = once;
    toast.success(message, once, duration);
  };
  const undoAfter = (action: Promise<unknown>) => {
    underWay.current = action;
    void action.finally(() => underWay.current === action && (underWay.current = null));
  };
  return { offerUndo, undoAfter };
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest('[contenteditable=true]')) return true; // it undoes what is typed
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'checkbox');
}
