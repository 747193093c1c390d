import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';

/** The plate from above: four bolt holes, a lighter seat in the middle. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <Box component="svg" viewBox="0 0 32 32" aria-hidden sx={{ width: size, height: size, flex: 'none', color: 'primary.main' }}>
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M8 2h16a6 6 0 0 1 6 6v16a6 6 0 0 1-6 6H8a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6Zm0 4.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Zm16 0a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6ZM8 22.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Zm16 0a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z"
      />
      <rect x="11" y="11" width="10" height="10" rx="2.4" fill="#fff" opacity="0.82" />
    </Box>
  );
}

export function WordMark({ beta = false, size = 24 }: { beta?: boolean; size?: number }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2.5, color: 'text.primary' }}>
      <Mark size={size} />
      <Typography component="span" sx={{ fontSize: size * 0.7, lineHeight: 1.2, fontWeight: 650, letterSpacing: '-0.02em' }}>
        Bedplate
      </Typography>
      {beta && <Chip label="Beta" size="small" variant="outlined" />}
    </Box>
  );
}
