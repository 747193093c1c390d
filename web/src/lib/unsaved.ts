import { useEffect, useRef } from 'react';

/** Something typed or under way that leaving the page would end. */
export interface Unsaved {
  isUnsaved: () => boolean;
  /** Whether it is on its way to the server: leaving waits for the answer, as a refusal is read where it was typed. */
  isUnderWay?: () => boolean;
  /** The name that people see of it; by default the page's. */
  name?: string | undefined;
  /** Words for the question; by default those for unsaved changes. */
  question?: { title: string; text: string; keep: string; leave: string };
  /** Gives it up, as the person wished. */
  onDiscard?: (() => void) | undefined;
}

/** Of all that is mounted. */
export const all = new Set<{ current: Unsaved }>();

/** Takes part in the questions before leaving while mounted. Closing or reloading the tab makes the browser ask. */
export function useUnsaved(unsaved: Unsaved): void {
  const latest = useRef(unsaved);
  useEffect(() => {
    latest.current = unsaved;
  });
  useEffect(() => {
    if (all.size === 0) window.addEventListener('beforeunload', askBrowser);
    all.add(latest);
    return () => {
      all.delete(latest);
      if (all.size === 0) window.removeEventListener('beforeunload', askBrowser);
    };
  }, []);
}

/** @returns what would be lost, the latest of it */
export function firstUnsaved(): Unsaved | undefined {
  return [...all].map(({ current }) => current).findLast(({ isUnsaved }) => isUnsaved());
}

function askBrowser(event: BeforeUnloadEvent): void {
  if (firstUnsaved()) event.preventDefault();
}
