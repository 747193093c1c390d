import { useEffect, useRef, useState } from 'react';
import { useToast } from '../../../lib/toast.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { t } from '../../../texts/index.ts';
import type { CellChange, CellClash } from './use-cell-edit.ts';

/** A change that was not stored, the sentence that says why, and the call that was refused. */
interface LostCell {
  change: CellChange;
  reason: string;
  error: unknown;
}

type Unstored = { lost: LostCell; clash?: undefined } | { lost?: undefined; clash: CellClash };

/**
 * Cells that were typed and are not stored are shown one after the other, so that none takes the
 * place of another one. Until all are seen, leaving the page asks.
 */
export function useUnstored() {
  const waiting = useRef<readonly Unstored[]>([]);
  const [first, setFirst] = useState<Unstored | null>(null);
  const toast = useToast();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  const wait = (all: readonly Unstored[]) => {
    waiting.current = all;
    setFirst(all[0] ?? null);
  };
  const name = first?.clash?.field ?? first?.lost?.change.field;
  useUnsaved({ isUnsaved: () => waiting.current.length > 0, name, onDiscard: () => wait([]) });
  /** An Undo is pressed on any page; where no dialog can show its answer, a message says it. */
  const add = (unstored: Unstored, reason: string, error?: unknown) =>
    isShown.current ? wait([...waiting.current, unstored]) : toast.error(reason, error);
  return {
    first,
    onLost: (change: CellChange, reason: string, error?: unknown) => add({ lost: { change, reason, error } }, reason, error),
    onClash: (clash: CellClash) => add({ clash }, t('records.cellFailed', { field: clash.field })),
    /** The person has decided about the first one. */
    onSeen: () => wait(waiting.current.slice(1)),
  };
}
