/** A row of the Params or Headers tab. */
export interface PairRow {
  id: number;
  key: string;
  value: string;
  description: string;
}

let lastId = 0;

export function blankRow(): PairRow {
  lastId += 1;
  return { id: lastId, key: '', value: '', description: '' };
}

/** @returns the rows after a change; the last row is always blank */
export function changeRow(rows: readonly PairRow[], id: number, part: Partial<PairRow>): PairRow[] {
  return withBlankEnd(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
}

export function removeRow(rows: readonly PairRow[], id: number): PairRow[] {
  return withBlankEnd(rows.filter((row) => row.id !== id));
}

/** @returns what is sent: rows with both a key and a value */
export function pairsOf(rows: readonly PairRow[]): [string, string][] {
  return rows.map(({ key, value }): [string, string] => [key.trim(), value]).filter(([key, value]) => key !== '' && value !== '');
}

function withBlankEnd(rows: PairRow[]): PairRow[] {
  const last = rows.at(-1);
  return last && !last.key && !last.value && !last.description ? rows : [...rows, blankRow()];
}
