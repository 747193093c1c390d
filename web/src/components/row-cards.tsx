import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useId } from 'react';
import type { Column, DataTableProps } from './column.ts';
import { useSteadyList } from '../lib/steady/use-steady-list.ts';
import { cardStyle, cardTitleStyle } from './row-card-style.ts';
import { MoreOfRow, Values } from './row-values.tsx';
import { RowSheet } from './row-sheet.tsx';
import { gone, WaitingRows } from './steady-list.tsx';

/** Rows as cards, for phones: what a person knows a row by comes first, then a few values, its id last. Decision 089. */
export function RowCards<T extends { id: string }>({ label, columns, rows, before, isWaiting = false }: DataTableProps<T>) {
  const steady = useSteadyList({ rows, keyOf: idOf, part: before, isWaiting });
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- without marks, Safari does not tell of it as a list */}
      <Box component="ul" role="list" aria-label={label} aria-busy={!rows} sx={list} {...steady.on}>
        {rows
          ? steady.rows.map((row, at) => (
              <RowCard key={row.id} columns={columns} row={row} number={before + at + 1} isGone={steady.isGone(row)} />
            ))
          : [1, 2, 3].map((row) => (
              <Box component="li" key={row} aria-hidden sx={card}>
                <Skeleton width="55%" height={24} />
                <Skeleton width="80%" />
              </Box>
            ))}
      </Box>
      <WaitingRows {...steady} />
    </>
  );
}

const idOf = ({ id }: { id: string }) => id;

interface RowCardProps<T> {
  columns: readonly Column<T>[];
  row: T;
  number: number;
  isGone: boolean;
}

function RowCard<T>({ columns, row, number, isGone }: RowCardProps<T>) {
  const titleId = useId();
  const shown = columns.map(({ title, role = 'more', cell, card: inCard = cell }) => ({ title, role, content: inCard(row, number) }));
  // A dash keeps a place of a table, which is not to be kept here.
  const some = shown.filter(({ role, content }) => content !== '–' || role === 'detail' || role === 'more');
  const withRole = (...roles: readonly string[]) => some.filter(({ role }) => roles.includes(role));
  const contentOf = (role: string) => withRole(role).map(({ title, content }) => (content ? <Box key={title}>{content}</Box> : null));
  const menu = contentOf('actions').filter(Boolean);
  return (
    <Box component="li" aria-labelledby={titleId} sx={card} {...(isGone && gone)}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
        <Box id={titleId} dir="auto" sx={title}>
          {contentOf('title')}
        </Box>
        <Box sx={onlyAction}>{contentOf('action')}</Box>
        {menu.length > 0 && <RowSheet titleId={titleId}>{menu}</RowSheet>}
      </Box>
      <Values values={[...withRole('detail'), ...withRole('line')]} />
      <MoreOfRow values={withRole('more')} ids={withRole('id')} />
    </Box>
  );
}

const list = { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' } as const;

const card = {
  ...cardStyle,
  // Widths that keep a column narrow have nothing to keep here.
  '& time, & .wrapped': { width: 'auto', fontSize: '1em', lineHeight: 'inherit' },
  '& .copy-text > .MuiTypography-root': { width: 'auto', minWidth: 0, maxWidth: 'none' },
  // A finger needs more than a line; the space around it stays.
  '& .MuiLink-root': { display: 'inline-block', py: '13px', my: '-13px' },
  '& .copy-button': { width: 44, height: 44, my: -3, flexShrink: 0 },
} as const;

const onlyAction = {
  my: '-7.5px', // level with the title's first line
  '&:empty': { display: 'none' },
  '& .MuiButton-root, & .MuiLink-root': { minHeight: 44, display: 'inline-flex', alignItems: 'center', py: 0, my: 0 },
} as const;

const title = {
  ...cardTitleStyle,
  '& .MuiLink-root, & .MuiTypography-root': { fontSize: '1em', fontWeight: cardTitleStyle.fontWeight },
} as const;
