import { useEffect, useRef } from 'react';
import { useToast } from '../../../lib/toast.ts';

/**
 * Shows the last action in a message and offers to undo it, there or by Ctrl-Z outside text fields.
 */
export function useUndo(): (message: string, undo: () => void, duration?: number) => void {
  const toast = useToast();
  const last = useRef<(() => void) | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z') return;
      if (isTyping(event.target) || document.querySelector('[role=dialog]') || !last.current) return;
      event.preventDefault();
      last.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (message, undo, duration) => {
    const once = () => {
      if (last.current !== once) return;
      last.current = null;
      undo();
    };
    last.current = once;
    toast.success(message, once, duration);
  };
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest('[contenteditable=true]')) return true; // it undoes what is typed
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'checkbox');
}
