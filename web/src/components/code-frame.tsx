import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-text.tsx';

interface CodeFrameProps {
  /** The text that the copy button copies. */
  text: string;
  copyLabel: string;
  children?: ReactNode;
  maxHeight?: number;
}

/** Code or an answer in mono on its own ground, scrolling inside, with a copy button. */
export function CodeFrame({ text, copyLabel, children, maxHeight = 480 }: CodeFrameProps) {
  return (
    <Box sx={{ position: 'relative', bgcolor: 'code', border: 1, borderColor: 'divider', borderRadius: 1, minWidth: 0 }}>
      <Box sx={{ position: 'absolute', top: 6, right: 6, zIndex: 1, bgcolor: 'code', borderRadius: 1 }}>
        <CopyButton text={text} label={copyLabel} />
      </Box>
      <Box
        component="pre"
        translate="no"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        sx={{ m: 0, p: 4, pr: 12, maxHeight, overflow: 'auto', typography: 'mono', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {children ?? text}
      </Box>
    </Box>
  );
}
