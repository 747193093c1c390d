import { useState } from 'react';

/**
 * @param open whether a menu or a dialog is open
 * @returns whether it has to be drawn: from its first opening on, so that pages begin without what
 * nobody opens, and what closes can fade
 */
export function useOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return open || opened;
}
