import { timings } from '@bedplate/contract/timings';
import { useEffect, useState } from 'react';

export interface Copying {
  /** Whether the last copy was made or could not be, for a moment after it. */
  state: 'idle' | 'copied' | 'failed';
  /** @returns whether the text is on the clipboard */
  copy: (text: string) => Promise<boolean>;
}

export function useCopy(): Copying {
  const [state, setState] = useState<Copying['state']>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), timings.copied);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (text: string) => {
    const isCopied = await toClipboard(text);
    setState(isCopied ? 'copied' : 'failed');
    return isCopied;
  };
  return { state, copy };
}

async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** Copies in the older way: over plain http, and without a permission, browsers have no other. */
function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.cssText = 'position:fixed;opacity:0';
  // A dialog keeps the focus inside itself.
  (focused?.closest('[role=dialog]') ?? document.body).append(area);
  area.focus();
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
