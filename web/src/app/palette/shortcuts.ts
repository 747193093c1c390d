import type { TextKey } from '../../texts/index.ts';

export interface Shortcut {
  keys: string;
  text: TextKey;
}

/** 'g' and then a letter leads to a page of the project. */
export const pageKeys: Readonly<Record<string, string>> = {
  h: 'home',
  d: 'data-storage',
  e: 'endpoints',
  s: 'sandbox',
  w: 'webhooks',
  k: 'keys',
  f: 'file-storage',
  r: 'reporting',
  q: 'requests',
  a: 'archived-storage',
};

export const shortcuts: readonly Shortcut[] = [
  { keys: 'Ctrl K', text: 'shortcuts.palette' },
  { keys: '?', text: 'shortcuts.sheet' },
  { keys: 'g h', text: 'menu.home' },
  { keys: 'g d', text: 'menu.dataStorage' },
  { keys: 'g e', text: 'menu.endpoints' },
  { keys: 'g w', text: 'menu.webhooks' },
  { keys: 'g s', text: 'menu.sandbox' },
  { keys: 'g k', text: 'menu.keys' },
  { keys: 'g f', text: 'menu.fileStorage' },
  { keys: 'g r', text: 'menu.reporting' },
  { keys: 'g q', text: 'menu.requests' },
  { keys: 'g a', text: 'menu.archivedStorage' },
  { keys: '/', text: 'shortcuts.search' },
  { keys: 'Esc', text: 'shortcuts.close' },
  { keys: '↑ ↓ ← →', text: 'shortcuts.cells' },
  { keys: 'Enter', text: 'shortcuts.read' },
  { keys: 'F2', text: 'shortcuts.edit' },
  { keys: 'Shift Space', text: 'shortcuts.select' },
  { keys: 'Del', text: 'shortcuts.delete' },
  { keys: 'Ctrl Z', text: 'shortcuts.undo' },
];
