import Box from '@mui/material/Box';

interface SelectBoxProps {
  label: string;
  checked: boolean;
  onChange: () => void;
}

/** A checkbox with room for a finger. */
export function SelectBox({ label, checked, onChange }: SelectBoxProps) {
  return (
    <Box component="label" sx={style}>
      <input type="checkbox" aria-label={label} checked={checked} onChange={onChange} />
    </Box>
  );
}

const style = {
  position: 'relative',
  zIndex: 1,
  flexShrink: 0,
  display: 'grid',
  placeItems: 'center',
  width: 44,
  height: 44,
  cursor: 'pointer',
  '& input': { width: 18, height: 18, m: 0, accentColor: 'var(--mui-palette-primary-main)', cursor: 'pointer' },
} as const;
