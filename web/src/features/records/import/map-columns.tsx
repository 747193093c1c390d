import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { localNumber } from '../../../lib/local-number.ts';
import { t } from '../../../texts/index.ts';
import { type Column, columnProblems } from './columns.ts';
import { isAsked } from './declared-columns.ts';
import type { DeclaredFields } from '../schema/may-edit.ts';
import { ColumnRow, columnGrid } from './column-row.tsx';

interface MapColumnsProps {
  fileName: string;
  /** The file's values have types of their own. */
  hasTypes: boolean;
  columns: readonly Column[];
  known: readonly string[];
  mayDeclare: boolean;
  declared: DeclaredFields;
  onChange: (columns: readonly Column[]) => void;
  onBack: () => void;
  onCheck: () => void;
}

/** Columns that are drawn at once: a browser stands still over thousands of them. */
const portion = 50;

/** @returns the columns that want a hand, wherever they are: a fault or a question. One that had one stays, since the hand is on it. */
function calledFor(columns: readonly Column[], before: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  const problems = columnProblems(columns);
  const found = columns.filter((column) => problems.has(column.source) || isAsked(column)).slice(0, portion);
  return new Set([...before, ...found.map(({ source }) => source)]);
}

/** Maps each column to a field and its type. */
export function MapColumns({ fileName, hasTypes, columns, known, mayDeclare, declared, onChange, onBack, onCheck }: MapColumnsProps) {
  const listId = useId();
  const [most, setMost] = useState(portion);
  const [called, setCalled] = useState(() => calledFor(columns));
  const problems = columnProblems(columns);
  const shown = columns.filter(({ source }, at) => at < most || called.has(source));
  const included = columns.filter(({ isIncluded }) => isIncluded).length;
  const change = (changed: Column) => {
    const next = columns.map((column) => (column.source === changed.source ? changed : column));
    setCalled(calledFor(next, called));
    onChange(next);
  };
  return (
    <>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 3, pt: '16px !important' }}>
        <Typography color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          {t(hasTypes ? 'import.columnsTyped' : 'import.columnsHelp', { file: fileName })}
        </Typography>
        {included === 0 && <Alert severity="warning">{t('import.noColumns')}</Alert>}
        <datalist id={listId}>
          {known.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
        <Box>
          <Box
            aria-hidden
            sx={{ ...columnGrid, display: { xs: 'none', sm: 'grid' }, pb: 2, typography: 'caption', color: 'text.secondary' }}
          >
            <span />
            <span>{t('import.column')}</span>
            <span>{t('import.field')}</span>
            <span>{t('import.type')}</span>
          </Box>
          {shown.map((column) => (
            <ColumnRow
              key={column.source}
              column={column}
              hasTypes={hasTypes}
              isNew={!known.includes(column.field)}
              mayDeclare={mayDeclare}
              declared={declared}
              listId={listId}
              problem={problems.get(column.source)}
              onChange={change}
            />
          ))}
        </Box>
        {columns.length > most && (
          <Button variant="outlined" color="inherit" onClick={() => setMost(most + portion)} sx={{ alignSelf: 'start' }}>
            {t('import.moreColumns', { count: localNumber(columns.length - most) })}
          </Button>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onBack} sx={{ mr: 'auto' }}>
          {t('import.back')}
        </Button>
        <Button variant="contained" disabled={included === 0 || problems.size > 0} onClick={onCheck}>
          {t('import.check')}
        </Button>
      </DialogActions>
    </>
  );
}
