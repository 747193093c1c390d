import type { PageVotes } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { localNumber } from '../../../lib/local-number.ts';
import { t } from '../../../texts/index.ts';

/** Votes of readers on pages of the documentation; long lists scroll inside. */
export function VotesTable({ votes }: { votes: readonly PageVotes[] }) {
  if (votes.length === 0) return <Typography color="textSecondary">{t('office.noVotes')}</Typography>;
  return (
    <Box sx={{ maxHeight: 320, overflowY: 'auto' }}>
      <Table aria-label={t('office.votes')} stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{t('office.path')}</TableCell>
            <TableCell align="right">{t('office.useful')}</TableCell>
            <TableCell align="right">{t('office.notUseful')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {votes.map(({ path, useful, notUseful }) => (
            <TableRow key={path}>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>{path}</TableCell>
              <TableCell align="right">{localNumber(useful)}</TableCell>
              <TableCell align="right">{localNumber(notUseful)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
