import Box from '@mui/material/Box';
import { t } from '../../texts/index.ts';

/** The zone in which the days of a field are counted. */
export function ZoneMark() {
  return (
    <Box component="span" title={t('date.zone')} sx={{ typography: 'caption', color: 'text.secondary' }}>
      UTC
    </Box>
  );
}
