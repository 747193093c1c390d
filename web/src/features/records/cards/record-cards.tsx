import type { DataRecord } from '@bedplate/contract';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import { type FocusEvent, useImperativeHandle, useMemo, useRef } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { WaitingRows } from '../../../components/steady-list.tsx';
import { useMay } from '../../../lib/may.tsx';
import { useHand } from '../../../lib/steady/use-hand.ts';
import { t } from '../../../texts/index.ts';
import { AddRecordButton } from '../add/add-record-button.tsx';
import { arranged } from '../columns/column-layout.ts';
import type { RecordGridProps } from '../grid/record-grid.tsx';
import { useSteadyRows } from '../grid/use-steady-rows.ts';
import { isFiltered } from '../queries/view.ts';
import { useDataView } from '../state/data-view-store.tsx';
import { CardOrder } from './card-order.tsx';
import { useCardFields } from './card-fields.ts';
import { RecordCard } from './record-card.tsx';

/**
 * One page of records as cards, for phones. A press on a record's name opens it for a change; as in the table, cards stay
 * where they are while a hand is at them. Decision 044.
 */
export function RecordCards({ page, isLoading, isWaiting, actions, ref }: RecordGridProps) {
  const view = useDataView((state) => state.view);
  const layout = useDataView((state) => state.layout);
  const isAsked = useDataView((state) => state.dialog !== null);
  const showAll = useDataView((state) => state.showAll);
  const may = useMay();
  const hand = useHand();
  const steady = useSteadyRows(page?.data ?? noRows, isWaiting ? null : view, hand.isNear || isAsked);
  const list = useRef<HTMLUListElement>(null);
  const last = useRef(0);
  useImperativeHandle(ref, () => ({ focus: () => focusCard(list.current, last.current) }), []);
  const names = useMemo(
    () => arranged(page?.columns ?? [], layout).filter((name) => !layout.hidden.includes(name)),
    [page?.columns, layout],
  );
  const fields = useCardFields(names, steady.rows);
  const isEmpty = page !== undefined && steady.rows.length === 0 && page.pagination.totalCount === 0;
  const onFocus = ({ target }: FocusEvent) => {
    const card = target.closest('li');
    if (card && list.current) last.current = [...list.current.children].indexOf(card);
  };
  return (
    <Box sx={{ position: 'relative', display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }} {...hand.on}>
      <WaitingRows waiting={steady.waiting} isBehind={steady.isBehind} limit={view.limit} onShow={showAll} />
      <CardOrder page={page} rows={steady.rows} maySelect={actions.onRow !== null || may('records.export')} />
      {isWaiting && <LinearProgress aria-label={t('loading')} sx={{ height: 2 }} />}
      <Box
        component="ul"
        ref={list}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- without marks, Safari does not tell of it as a list
        role="list"
        aria-label={t('records.table', { name: page?.storageName ?? '' })}
        aria-busy={isLoading}
        onFocus={onFocus}
        sx={style}
      >
        {isLoading && [1, 2, 3].map((at) => <Skeleton key={at} component="li" aria-hidden variant="rounded" height={112} />)}
        {steady.rows.map((row) => (
          <RecordCard
            key={row.id}
            record={row}
            names={names}
            fields={fields}
            actions={actions.onRow}
            maySelect={actions.onRow !== null || may('records.export')}
          />
        ))}
      </Box>
      {isEmpty && (
        <EmptyState title={t('records.empty')} action={actions.onRow?.refusal === null && !isFiltered(view) && <AddRecordButton />}>
          {t(isFiltered(view) ? 'records.emptyFiltered' : 'records.emptyHelp')}
        </EmptyState>
      )}
    </Box>
  );
}

const noRows: readonly DataRecord[] = [];

/** The card that last had the focus, or the one in its place. */
function focusCard(list: HTMLElement | null, at: number): void {
  const cards = [...(list?.children ?? [])];
  cards[Math.min(at, cards.length - 1)]?.querySelector<HTMLElement>('.open-record, button')?.focus();
}

const style = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 3,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '&:empty': { display: 'none' },
} as const;
