import Box from '@mui/material/Box';
import { FaultMark } from './fault-mark.tsx';

/** The sentence about a stored value that does not fit, with its sign. */
export function FaultNote({ children }: { children: string }) {
  return (
    <Box component="span" sx={style}>
      <FaultMark />
      <span dir="auto">{children}</span>
    </Box>
  );
}

const style = {
  display: 'flex',
  alignItems: 'baseline',
  gap: 1.5,
  color: 'warning.main',
  overflowWrap: 'anywhere',
  '& svg': { flexShrink: 0, translate: '0 2px' },
} as const;
