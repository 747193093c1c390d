import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { localNumber } from '../../../lib/local-number.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { t } from '../../../texts/index.ts';
import { problemsAsCsv } from './problems-as-csv.ts';
import { keptProblems, type Progress } from './send-rows.ts';

const shown = 100;

/** The rows that are not stored, by their number in the file, and a way to keep them. */
export function RowProblems({ progress: { problems, rejected }, fileName }: { progress: Progress; fileName: string }) {
  if (rejected === 0) return null;
  const save = () =>
    saveFile(new Blob([problemsAsCsv(problems)], { type: 'text/csv;charset=utf-8' }), `${fileName.replace(/\.\w+$/, '')}_rejected.csv`);
  return (
    <>
      <Box
        component="section"
        tabIndex={0}
        aria-label={t('import.problems')}
        sx={{ maxHeight: 280, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 2 }}
      >
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              <TableCell>{t('import.row')}</TableCell>
              <TableCell>{t('import.field')}</TableCell>
              <TableCell>{t('import.problem')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {problems.slice(0, shown).map(({ row, field, message }) => (
              <TableRow key={`${row} ${field}`}>
                <TableCell sx={{ fontVariantNumeric: 'tabular-nums' }}>{row}</TableCell>
                <TableCell sx={{ typography: 'mono', overflowWrap: 'anywhere', minWidth: 80 }}>{field || '–'}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{message}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: 3 }}>
        <Typography variant="body2" color="text.secondary">
          {rejected > shown ? t('import.firstShown', { shown, all: localNumber(rejected) }) : ''}
        </Typography>
        <Button size="small" onClick={save}>
          {rejected > keptProblems ? t('import.saveFirstRejected', { count: localNumber(keptProblems) }) : t('import.saveRejected')}
        </Button>
      </Box>
    </>
  );
}
