import Box from '@mui/material/Box';
import InputBase, { type InputBaseProps } from '@mui/material/InputBase';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import type { Theme } from '@mui/material/styles';
import { useRef } from 'react';

interface CellLineProps extends InputBaseProps {
  /** Why the text is no value; shown below the cell. */
  problem: string | null;
  isNumber: boolean;
}

/** A cell's editor of one line. */
export function CellLine({ problem, isNumber, inputProps, ...input }: CellLineProps) {
  const cell = useRef<HTMLDivElement>(null);
  return (
    <Box ref={cell} sx={{ width: '100%', height: '100%' }}>
      <InputBase
        {...input}
        inputProps={{ ...inputProps, ...(isNumber ? { inputMode: 'decimal' } : {}) }}
        sx={{ px: 3, height: '100%', font: 'inherit', '& input': { textAlign: isNumber ? 'right' : 'left', p: 0 } }}
      />
      {problem && (
        <Popper open anchorEl={() => cell.current ?? document.body} placement="bottom-start" sx={{ zIndex: 1300 }}>
          <Paper role="alert" sx={{ ...floating, px: 3, py: 2, color: 'error.main', typography: 'caption' }}>
            {problem}
          </Paper>
        </Popper>
      )}
    </Box>
  );
}

/** Above the table. */
export const floating = { boxShadow: (theme: Theme) => theme.vars?.palette.floating ?? 'none', border: 1, borderColor: 'divider' };
