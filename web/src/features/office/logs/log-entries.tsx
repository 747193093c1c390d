import type { SystemLogRow } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { cardStyle } from '../../../components/row-card-style.ts';
import { localDateTime } from '../../../lib/time.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { t } from '../../../texts/index.ts';
import { LogDetail } from './log-detail.tsx';

interface LogEntriesProps {
  entries: readonly SystemLogRow[];
}

/** Entries of the log below their columns, or as cards on a phone. */
export function LogEntries({ entries }: LogEntriesProps) {
  return usePhone() ? <Cards entries={entries} /> : <Rows entries={entries} />;
}

function Rows({ entries }: LogEntriesProps) {
  return (
    <Table aria-label={t('logs.title')} sx={{ tableLayout: 'fixed' }}>
      <TableHead>
        <TableRow>
          <TableCell sx={{ width: 192 }}>{t('logs.when')}</TableCell>
          <TableCell sx={{ width: 88 }}>{t('logs.level')}</TableCell>
          <TableCell>{t('logs.what')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {entries.map((entry) => (
          <TableRow key={entry.id} hover>
            <TableCell sx={cellStyle}>
              <Time of={entry} />
            </TableCell>
            <TableCell sx={cellStyle}>
              <LevelChip of={entry} />
            </TableCell>
            <TableCell sx={cellStyle}>
              <LogDetail entry={entry} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** An entry of several lines begins beside its time. */
const cellStyle = { verticalAlign: 'top', py: 2.5 } as const;

function Cards({ entries }: LogEntriesProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- without marks, Safari does not tell of it as a list
    <Box component="ul" role="list" aria-label={t('logs.title')} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
      {entries.map((entry) => (
        <Box component="li" key={entry.id} sx={cardStyle}>
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3 }}>
            <Time of={entry} />
            <LevelChip of={entry} />
          </Box>
          <LogDetail entry={entry} />
        </Box>
      ))}
    </Box>
  );
}

function Time({ of: { timestamp } }: { of: SystemLogRow }) {
  return (
    <Typography
      variant="body2"
      component="time"
      dateTime={timestamp}
      color="textSecondary"
      sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
    >
      {localDateTime(timestamp)}
    </Typography>
  );
}

function LevelChip({ of: { level } }: { of: SystemLogRow }) {
  return <Chip size="small" variant="outlined" color={level === 'error' ? 'error' : 'info'} label={t(`logs.${level}`)} />;
}
