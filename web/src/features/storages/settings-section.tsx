import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { type ReactNode, useId } from 'react';

interface SettingsSectionProps {
  title: string;
  about: ReactNode;
  children: ReactNode;
}

/** A part of a storage's settings: a line above it and a larger name tell it from the fields around it. */
export function SettingsSection({ title, about, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <Box component="fieldset" aria-labelledby={id} sx={section}>
      <Box>
        <FormLabel id={id} component="div" sx={{ fontSize: '0.9375rem', lineHeight: 1.5 }}>
          {title}
        </FormLabel>
        <FormHelperText sx={{ mx: 0 }}>{about}</FormHelperText>
      </Box>
      {children}
    </Box>
  );
}

const section = {
  m: 0,
  p: 0,
  pt: 5,
  mt: 1,
  minWidth: 0,
  border: 0,
  borderTop: 1,
  borderColor: 'divider',
  display: 'grid',
  gap: 4,
} as const;
