import type { CallReport, CallReportBy, CallSeries } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { OwnText } from '../../components/own-text.tsx';
import { localNumber } from '../../lib/local-number.ts';
import { t } from '../../texts/index.ts';
import { groupName } from './call-series.ts';

/** The numbers of the whole range, the busiest group first, and all of them together at the end. */
export function CallTable({ report: { groups, total }, by }: { report: CallReport; by: CallReportBy }) {
  return (
    <Box component="section" tabIndex={0} aria-label={t('callReport.title')} sx={{ overflowX: 'auto', mt: 4 }}>
      <Table size="small" aria-label={t('callReport.title')} sx={{ '& td, & th': { whiteSpace: 'nowrap' } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t(`callReport.by.${by}`)}</TableCell>
            <TableCell align="right">{t('callReport.show.calls')}</TableCell>
            <TableCell align="right">{t('callReport.errorsShort')}</TableCell>
            <TableCell align="right">{t('callReport.p50Short')}</TableCell>
            <TableCell align="right">{t('callReport.p95Short')}</TableCell>
            <TableCell align="right">{t('callReport.show.credits')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {groups.map((group) => (
            <Line key={group.id} name={groupName(group, by)} group={group} />
          ))}
          <Line name={t('callReport.all')} group={total} isTotal />
        </TableBody>
      </Table>
    </Box>
  );
}

function Line({ name, group: { whole }, isTotal = false }: { name: string; group: CallSeries; isTotal?: boolean }) {
  return (
    <TableRow sx={isTotal ? { '& td, & th': { fontWeight: 600, borderBottom: 0 } } : {}}>
      <TableCell
        component="th"
        scope="row"
        title={name}
        sx={{ minWidth: 110, maxWidth: 200, overflow: 'hidden', textOverflow: 'ellipsis' }}
      >
        <OwnText>{name}</OwnText>
      </TableCell>
      <TableCell align="right">{localNumber(whole.calls)}</TableCell>
      <TableCell align="right">{localNumber(whole.errors)}</TableCell>
      <TableCell align="right">{millis(whole.p50)}</TableCell>
      <TableCell align="right">{millis(whole.p95)}</TableCell>
      <TableCell align="right">{localNumber(whole.credits)}</TableCell>
    </TableRow>
  );
}

function millis(ms: number | null): string {
  return ms === null ? '' : t('callReport.ms', { ms: localNumber(ms) });
}
