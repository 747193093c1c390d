import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { localNumber } from '../../../lib/local-number.ts';
import { t } from '../../../texts/index.ts';

interface CountTableProps {
  label: string;
  /** Of the first column. */
  title: string;
  rows: readonly { name: string; count: string }[];
}

/** Names and their counts; long lists scroll inside. */
export function CountTable({ label, title, rows }: CountTableProps) {
  if (rows.length === 0) return <Typography color="textSecondary">{t('office.noVisits')}</Typography>;
  return (
    <Box sx={{ maxHeight: 320, overflowY: 'auto' }}>
      <Table aria-label={label} stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{title}</TableCell>
            <TableCell align="right">{t('office.count')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ name, count }) => (
            <TableRow key={name}>
              <TableCell dir="auto" sx={{ overflowWrap: 'anywhere' }}>
                {name}
              </TableCell>
              <TableCell align="right">{localNumber(Number(count))}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
