import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { pageNumbers } from '../lib/page-numbers.ts';
import { t } from '../texts/index.ts';

interface PagerProps {
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
  /** Which numbers are offered; null stands for an ellipsis. */
  numbers?: (page: number, totalPages: number) => (number | null)[];
}

/** Previous, page numbers (at most five with ellipses unless told otherwise), next. */
export function Pager({ page, totalPages, onPage, numbers = pageNumbers }: PagerProps) {
  return (
    <Box component="nav" aria-label={t('pager.label')} sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
      <IconButton size="small" aria-label={t('pager.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft fontSize="small" />
      </IconButton>
      {numbers(page, totalPages).map((number, at) =>
        number === null ? (
          <Box
            component="span"
            key={at === 1 ? 'before' : 'after'}
            aria-hidden
            sx={{ minWidth: 20, textAlign: 'center', color: 'text.secondary' }}
          >
            …
          </Box>
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

function PageButton({ number, current, onPage }: { number: number; current: boolean; onPage: (page: number) => void }) {
  return (
    <Button
      size="small"
      variant={current ? 'outlined' : 'text'}
      color="inherit"
      aria-label={t('pager.page', { page: number })}
      aria-current={current ? 'page' : undefined}
      onClick={() => !current && onPage(number)}
      sx={{ minWidth: 32, px: 2, fontWeight: current ? 600 : 450, fontVariantNumeric: 'tabular-nums' }}
    >
      {number}
    </Button>
  );
}
