import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { t } from '../../texts/index.ts';
import { changeRow, type PairRow, removeRow } from './pair-rows.ts';

interface PairTableProps {
  /** 'Params' or 'Headers': names the inputs. */
  name: string;
  rows: readonly PairRow[];
  onChange: (rows: PairRow[]) => void;
}

const fields = ['key', 'value', 'description'] as const;

/** Rows of key, value and description; the last one is blank. */
export function PairTable({ name, rows, onChange }: PairTableProps) {
  return (
    <Box component="ul" aria-label={name} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
      {rows.map((row, at) => (
        <Box
          component="li"
          key={row.id}
          sx={{ display: 'grid', gap: 2, alignItems: 'center', gridTemplateColumns: { xs: '1fr 1fr 36px', sm: '1fr 1fr 1fr 36px' } }}
        >
          {fields.map((field) => (
            <OutlinedInput
              key={field}
              value={row[field]}
              placeholder={t(`sandbox.${field}`)}
              onChange={(event) => onChange(changeRow(rows, row.id, { [field]: event.target.value }))}
              sx={field === 'description' ? { order: { xs: 4, sm: 0 }, gridColumn: { xs: '1 / 3', sm: 'auto' } } : {}}
              slotProps={{
                input: {
                  'aria-label': t('sandbox.cell', { name, field: t(`sandbox.${field}`), row: at + 1 }),
                  spellCheck: false,
                  maxLength: 4000,
                },
              }}
            />
          ))}
          <IconButton
            size="small"
            disabled={at === rows.length - 1}
            aria-label={t('sandbox.removeRow', { name, row: at + 1 })}
            onClick={() => onChange(removeRow(rows, row.id))}
          >
            <DeleteOutlined fontSize="inherit" />
          </IconButton>
        </Box>
      ))}
    </Box>
  );
}
