import type { DataRecord } from '@bedplate/contract';
import { useMemo, useState } from 'react';
import type { View } from '../queries/view.ts';
import { useDataView } from '../state/data-view-store.tsx';
import { type SteadyRows, steadyRows } from '../../../lib/steady/steady-rows.ts';

interface Base {
  view: View | null;
  shows: number;
  rows: readonly DataRecord[];
}

/**
 * @param next the rows of the page as it is now
 * @param view the view that these rows answer; null while they are those of the view before
 * @param isHeld whether a hand is at the table
 * @returns the rows to show. Those deleted elsewhere are marked as deleted
 */
export function useSteadyRows(next: readonly DataRecord[], view: View | null, isHeld: boolean): SteadyRows<DataRecord> {
  const shows = useDataView((state) => state.shows);
  const gone = useDataView((state) => state.gone);
  const [base, setBase] = useState<Base>({ view, shows, rows: next });
  const isSteady = isHeld && view !== null && base.view === view && base.shows === shows && base.rows.length > 0;
  const steady = useMemo(
    () => (isSteady ? steadyRows(base.rows, next, idOf) : { rows: next, waiting: 0, isBehind: false }),
    [isSteady, base.rows, next],
  );
  if (base.rows !== steady.rows || base.view !== view || base.shows !== shows) setBase({ view, shows, rows: steady.rows });
  const rows = useMemo(() => {
    const isGone = (row: DataRecord) => gone.has(row.id) && !next.some(({ id }) => id === row.id);
    return steady.rows.some(isGone) ? steady.rows.map((row) => (isGone(row) ? goneRow(row) : row)) : steady.rows;
  }, [steady.rows, next, gone]);
  return { ...steady, rows };
}

const idOf = ({ id }: DataRecord) => id;

/** One object for each row: the table draws a row again when it is another object. */
const goneRows = new WeakMap<DataRecord, DataRecord>();

function goneRow(row: DataRecord): DataRecord {
  const known = goneRows.get(row);
  if (known) return known;
  const gone = { ...row, is_deleted: true };
  goneRows.set(row, gone);
  return gone;
}
