import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useId } from 'react';

interface RowFieldsProps<R> {
  label: string;
  help?: string | undefined;
  rows: readonly R[];
  /** Fields side by side in one row. */
  columns: number;
  /** A row that has just been added. */
  blank: R;
  addText: string;
  /** @param number counted from 1 */
  removeText: (number: number) => string;
  onChange: (rows: R[]) => void;
  /** The fields of one row. */
  children: (row: R, change: (part: Partial<R>) => void, at: number) => ReactNode;
}

/** Rows of fields that are added and removed, such as the conditions of a rule. */
export function RowFields<R extends object>({
  label,
  help,
  rows,
  columns,
  blank,
  addText,
  removeText,
  onChange,
  children,
}: RowFieldsProps<R>) {
  const id = useId();
  const change = (at: number, part: Partial<R>) => onChange(rows.map((row, i) => (i === at ? { ...row, ...part } : row)));
  return (
    <Box component="fieldset" aria-labelledby={id} sx={{ m: 0, p: 0, minWidth: 0, border: 0, display: 'grid', gap: 2 }}>
      <Box>
        <FormLabel id={id} component="div">
          {label}
        </FormLabel>
        {help && <FormHelperText sx={{ mx: 0 }}>{help}</FormHelperText>}
      </Box>
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the rows have no names
        <Box key={at} sx={rowStyle(columns)}>
          {children(row, (part) => change(at, part), at)}
          <IconButton
            size="small"
            aria-label={removeText(at + 1)}
            onClick={() => onChange(rows.filter((_, i) => i !== at))}
            sx={{ alignSelf: 'start', mt: 7 }}
          >
            <DeleteOutlined fontSize="inherit" />
          </IconButton>
        </Box>
      ))}
      <Button startIcon={<Add />} color="inherit" onClick={() => onChange([...rows, blank])} sx={{ justifySelf: 'start' }}>
        {addText}
      </Button>
    </Box>
  );
}

/** Names of fields and values are as they are typed. */
export const asTyped = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false };

function rowStyle(columns: number) {
  return {
    display: 'grid',
    gap: 2,
    gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: `repeat(${columns}, minmax(0, 1fr)) auto` },
    '& > :not(button)': { gridColumn: { xs: 1, sm: 'auto' } },
  } as const;
}
