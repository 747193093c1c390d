import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Pager } from '../../../components/pager.tsx';
import { t } from '../../../texts/index.ts';
import type { RecordPage } from '../queries/record-queries.ts';

/** How many records match, and the pages they fill. */
export function RecordFooter({
  pagination,
  page,
  onPage,
}: {
  pagination: RecordPage['pagination'];
  page: number;
  onPage: (page: number) => void;
}) {
  const count = pagination.totalCount;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: 3 }}>
      <Typography component="output" variant="body2" color="text.secondary">
        {t(pagination.totalIsExact === false ? 'records.totalAtLeast' : 'records.total', { count })}
        {pagination.lookedAt !== undefined && ` · ${t('records.lookedAt', { count: pagination.lookedAt })}`}
      </Typography>
      <Pager page={page} totalPages={pagination.totalPages} onPage={onPage} />
    </Box>
  );
}
