import type { CellChange } from '../edit/use-cell-edit.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { CellReader } from '../grid/cell-reader.tsx';

interface LostChangeProps {
  /** A change that was not stored, and the sentence that says why. */
  lost: { change: CellChange; reason: string } | null;
  onClose: () => void;
  onAgain: (change: CellChange) => void;
}

/** Shows what was typed into a cell and could not be stored, to send again or to copy. */
export function LostChange({ lost, onClose, onAgain }: LostChangeProps) {
  useUnsaved({ isUnsaved: () => lost !== null, name: lost?.change.field, onDiscard: onClose });
  const cell = lost && { id: lost.change.id, field: lost.change.field, value: lost.change.value, canEdit: false };
  return <CellReader cell={cell} notice={lost?.reason} onClose={onClose} onAgain={() => lost && onAgain(lost.change)} />;
}
