import { useSyncExternalStore } from 'react';
import { t, type TextKey } from '../texts/index.ts';
import { messageOf } from './api/api-error.ts';
import { delay, delayedThings, doLater, onDelayedThings } from './delayed.ts';
import { useToast } from './toast.ts';

export interface Removal {
  ids: readonly string[];
  /** Says that the things are deleted. */
  message: string;
  /** Says that they could not be, when the server does not say why. */
  failed: TextKey;
  /** @param isLeaving the page is going away: a call has to outlive it */
  remove: (isLeaving: boolean) => Promise<unknown>;
}

interface RemovalOptions {
  /** Reads again what is shown, after the things were deleted or could not be. */
  readAgain: () => Promise<unknown>;
  /** Where a message with Undo is shown; by default in a toast. */
  offerUndo?: (message: string, undo: () => void, duration: number) => void;
  /** The page shows other things now. */
  onChange?: () => void;
}

/**
 * Deletes what no trash keeps. It leaves the page at once (`useRemoved`) and is deleted ten seconds
 * later, so that a slip can be undone. Decision 044.
 */
export function useRemoveLater({ readAgain, offerUndo, onChange }: RemovalOptions): (removal: Removal) => void {
  const toast = useToast();
  return ({ ids, message, failed, remove }) => {
    const takeBack = doLater({
      about: ids,
      async run(isLeaving) {
        try {
          await remove(isLeaving);
        } catch (error) {
          toast.error(messageOf(error, t(failed), t(failed)), error);
        }
        await readAgain();
      },
    });
    onChange?.();
    const undo = () => {
      if (!takeBack()) return;
      onChange?.();
      toast.success(t('nothingDeleted'));
    };
    (offerUndo ?? toast.success)(message, undo, delay);
  };
}

/** @returns the ids of what is about to be deleted */
export function useRemoved(): ReadonlySet<string> {
  return useSyncExternalStore(onDelayedThings, delayedThings);
}
