import { useEffect } from 'react';
import { afterPaint } from '../../../lib/after-paint.ts';
import type { DeclaredFields } from '../schema/may-edit.ts';
import { loadCellReader } from './cell-reader.tsx';

/**
 * Loads, while the page is idle, what edits need: keys that are typed while an editor loads are lost, and a value that was not stored is
 * shown when nothing can be loaded any more.
 * @param fields the declared ones, which have editors of their own
 */
export function useLoadAhead(fields: DeclaredFields | undefined): void {
  const isTyped = Object.keys(fields ?? {}).length > 0;
  // A failure is no loss: opening loads again, and shows the failure.
  useEffect(
    () => afterPaint(() => void Promise.allSettled([loadCellReader(), ...(isTyped ? [import('../edit/typed-editing.ts')] : [])])),
    [isTyped],
  );
}
