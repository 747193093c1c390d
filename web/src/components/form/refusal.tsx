import Alert from '@mui/material/Alert';
import type { SxProps } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { LogLink } from './log-link.tsx';

interface RefusalProps {
  error: unknown;
  /** The sentence in place of the server’s message. */
  children?: ReactNode;
  sx?: SxProps;
}

/** Says why a call was refused, with the way to its line in the request log. */
export function Refusal({ error, children = messageOf(error), sx = {} }: RefusalProps) {
  return (
    <Alert severity="error" sx={sx}>
      {children} <LogLink error={error} />
    </Alert>
  );
}
