import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { pageNumbers } from '../lib/page-numbers.ts';
import { t } from '../texts/index.ts';

interface PagerProps {
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
  /** The offered numbers; null is an ellipsis. */
  numbers?: (page: number, totalPages: number) => (number | null)[];
}

/** Previous, page numbers (by default at most five, with ellipses), next. */
export function Pager({ page, totalPages, onPage, numbers = pageNumbers }: PagerProps) {
  return (
    <Box component="nav" aria-label={t('pager.label')} sx={style}>
      <IconButton size="small" aria-label={t('pager.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft fontSize="small" />
      </IconButton>
      {numbers(page, totalPages).map((number, at) =>
        number === null ? (
          <span key={at === 1 ? 'before' : 'after'} aria-hidden>
            …
          </span>
        ) : (
          <PageButton key={number} number={number} current={number === page} onPage={onPage} />
        ),
      )}
      <IconButton size="small" aria-label={t('pager.next')} disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
        <ChevronRight fontSize="small" />
      </IconButton>
    </Box>
  );
}

/**
 * A plain button: a table has up to seven, and the library's would be most of what is drawn below
 * it.
 */
function PageButton({ number, current, onPage }: { number: number; current: boolean; onPage: (page: number) => void }) {
  return (
    <button
      type="button"
      className="page-button"
      aria-label={t('pager.page', { page: number })}
      aria-current={current ? 'page' : undefined}
      onClick={() => !current && onPage(number)}
    >
      {number}
    </button>
  );
}

const style = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 1,
  '& > span': { minWidth: 20, textAlign: 'center', color: 'text.secondary' },
  '& .page-button': {
    minWidth: 32,
    minHeight: 32,
    px: 2,
    border: '1px solid transparent',
    borderRadius: 1,
    bgcolor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    fontSize: '0.8125rem',
    fontWeight: 450,
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    '&:hover': { bgcolor: 'action.hover' },
    '&[aria-current=page]': { borderColor: 'control', bgcolor: 'background.paper', fontWeight: 600 },
  },
};
