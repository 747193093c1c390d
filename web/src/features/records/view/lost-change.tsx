import type { CellChange } from '../edit/use-cell-edit.ts';
import type { LostCell } from '../edit/use-unstored.ts';
import { CellReader } from '../grid/cell-reader.tsx';

interface LostChangeProps {
  lost: LostCell | null;
  onClose: () => void;
  onAgain: (change: CellChange) => void;
}

/** Shows what was typed into a cell and could not be stored, to send again or to copy. */
export function LostChange({ lost, onClose, onAgain }: LostChangeProps) {
  const cell = lost && { id: lost.change.id, field: lost.change.field, value: lost.change.value, canEdit: false };
  return (
    <CellReader cell={cell} notice={lost?.reason} refused={lost?.error} onClose={onClose} onAgain={() => lost && onAgain(lost.change)} />
  );
}
