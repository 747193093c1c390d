import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { localNumber } from '../../../lib/local-number.ts';

interface CountTableProps {
  label: string;
  /** Of the first column, and of those with counts. */
  titles: readonly [string, ...string[]];
  rows: readonly { name: string; counts: readonly number[] }[];
  /** In place of a table without rows. */
  empty: string;
}

/** Names and their counts; long lists scroll inside. */
export function CountTable({ label, titles: [first, ...others], rows, empty }: CountTableProps) {
  if (rows.length === 0) return <Typography color="textSecondary">{empty}</Typography>;
  return (
    <Box sx={{ maxHeight: 320, overflowY: 'auto' }}>
      <Table aria-label={label} stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{first}</TableCell>
            {others.map((title) => (
              <TableCell key={title} align="right">
                {title}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ name, counts }) => (
            <TableRow key={name}>
              <TableCell dir="auto" sx={{ overflowWrap: 'anywhere' }}>
                {name}
              </TableCell>
              {others.map((title, at) => (
                <TableCell key={title} align="right">
                  {localNumber(counts[at] ?? 0)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
