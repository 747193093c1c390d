import InputBase from '@mui/material/InputBase';
import { useState } from 'react';
import { t } from '../../../texts/index.ts';
import '../../../texts/data-view.ts';
import { narrowest, widest } from '../columns/column-layout.ts';

interface ColumnWidthProps {
  name: string;
  /** Pixels; undefined while it follows from the values. */
  width: number | undefined;
  onWidth: (width: number | undefined) => void;
}

/**
 * A column's width as a number: what dragging its edge does, without a mouse. Empty lets the values
 * decide.
 */
export function ColumnWidth({ name, width, onWidth }: ColumnWidthProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    setTyped(text);
    if (text === '') onWidth(undefined);
    else if (Number(text) >= narrowest && Number(text) <= widest) onWidth(Math.round(Number(text)));
  };
  return (
    <InputBase
      type="number"
      value={typed ?? width ?? ''}
      placeholder={t('records.widthAuto')}
      onChange={(event) => type(event.target.value)}
      onBlur={() => setTyped(null)}
      inputProps={{ 'aria-label': t('records.widthOf', { column: name }), min: narrowest, max: widest, step: 20 }}
      sx={{
        width: 76,
        border: 1,
        borderColor: 'control',
        borderRadius: '6px',
        px: 1.5,
        typography: 'body2',
        fontSize: { xs: '16px', sm: '0.8125rem' },
        '& input': { p: 0, height: 26 },
      }}
    />
  );
}
