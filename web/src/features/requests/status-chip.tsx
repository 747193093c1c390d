import Chip from '@mui/material/Chip';

/** An HTTP status; its colour repeats what the number says. */
export function StatusChip({ status }: { status: number }) {
  const color = status >= 500 ? 'error' : status >= 400 ? 'warning' : 'success';
  return <Chip size="small" variant="outlined" color={color} label={status} />;
}
