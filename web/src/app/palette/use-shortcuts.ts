import { useEffect, useEffectEvent } from 'react';
import { pageKeys } from './shortcuts.ts';

interface ShortcutActions {
  palette: () => void;
  sheet: () => void;
  /** A page of the open project, as in its address. */
  page: (name: string) => void;
}

const sequenceMillis = 1200;

/**
 * Listens on the whole page. Single letters work only outside text fields and without an open dialog.
 */
export function useShortcuts(actions: ShortcutActions): void {
  const act = useEffectEvent((what: keyof ShortcutActions, name = '') => actions[what](name));
  useEffect(() => {
    let leaderAt = 0;
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        act('palette');
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector('[role=dialog]')) return;
      const page = pageKeys[event.key];
      if (page && event.timeStamp - leaderAt < sequenceMillis) act('page', page);
      else if (event.key === '?') act('sheet');
      else if (event.key === '/' && focusSearch()) event.preventDefault();
      leaderAt = event.key === 'g' ? event.timeStamp : 0;
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

function focusSearch(): boolean {
  const search = document.querySelector<HTMLElement>('main input[type=search]');
  search?.focus();
  return search !== null;
}
