import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';
import { t } from '../texts/index.ts';
import '../texts/data-view.ts';

interface Value {
  title: string;
  role: string;
  content: ReactNode;
}

/** Values of a row with their names, two beside each other. */
export function Values({ values }: { values: readonly Value[] }) {
  if (values.length === 0) return null;
  return (
    <Box component="dl" sx={style}>
      {values.map(({ title, role, content }) => (
        <Box key={title} sx={role === 'line' ? { gridColumn: '1 / -1' } : {}}>
          <Box component="dt" sx={{ typography: 'caption', color: 'text.secondary' }}>
            {title}
          </Box>
          <Box component="dd" dir="auto" sx={{ m: 0, minWidth: 0 }}>
            {content}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

interface MoreOfRowProps {
  values: readonly Value[];
  ids: readonly Value[];
  /** They are drawn when somebody asks for them: many cards may have many of them. */
  isLate?: boolean;
}

/** The end of a card: its other values on request, and its ids. */
export function MoreOfRow({ values, ids, isLate = false }: MoreOfRowProps) {
  const [isOpened, setOpened] = useState(!isLate);
  if (values.length === 0) return <Ids ids={ids} />;
  return (
    <Box component="details" onToggle={() => setOpened(true)} sx={{ '&[open] > summary svg': { rotate: '180deg' } }}>
      <Box component="summary" sx={summary}>
        {t('row.more')}
        <ExpandMore fontSize="small" />
      </Box>
      {isOpened && (
        <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
          <Values values={values} />
          <Ids ids={ids} />
        </Box>
      )}
    </Box>
  );
}

function Ids({ ids }: { ids: readonly Value[] }) {
  return ids.map(({ title, content }) => (
    <Box key={title} sx={{ display: 'flex', gap: 2, alignItems: 'center', color: 'text.secondary', typography: 'caption' }}>
      {title}
      <Box sx={{ minWidth: 0 }}>{content}</Box>
    </Box>
  ));
}

const style = {
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  columnGap: 4,
  rowGap: 2,
  m: 0,
  overflowWrap: 'anywhere',
  typography: 'body2',
} as const;

const summary = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 44,
  my: -2,
  cursor: 'pointer',
  color: 'text.secondary',
  typography: 'body2',
  listStyle: 'none',
  '&::-webkit-details-marker': { display: 'none' },
} as const;
