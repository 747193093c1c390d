import Box from '@mui/material/Box';
import type { Ref } from 'react';
import { t } from '../../../texts/index.ts';

interface CellChoiceProps {
  name: string;
  value: string;
  options: readonly string[];
  inputRef: Ref<HTMLElement>;
  onChoose: (value: string) => void;
}

/** A cell's editor that offers values, and none. */
export function CellChoice({ name, value, options, inputRef, onChoose }: CellChoiceProps) {
  // A value that is stored and no longer offered stays in sight.
  const shown = value === '' || options.includes(value) ? options : [value, ...options];
  return (
    <Box
      component="select"
      ref={inputRef}
      aria-label={t('records.editing', { field: name })}
      value={value}
      onChange={(event) => onChoose((event.target as HTMLSelectElement).value)}
      sx={selectStyle}
    >
      <option value="">NULL</option>
      {shown.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </Box>
  );
}

const selectStyle = { width: '100%', height: '100%', px: 2, border: 0, font: 'inherit', color: 'inherit', bgcolor: 'background.paper' };
