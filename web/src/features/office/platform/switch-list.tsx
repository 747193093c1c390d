import { type SwitchName, switchNames } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { t } from '../../../texts/index.ts';
import type { PlatformDraft } from './platform-draft.ts';

interface SwitchListProps {
  /** As they hold now. */
  stored: PlatformDraft['switches'];
  wanted: PlatformDraft['switches'];
  onTurn: (name: SwitchName, isOn: boolean) => void;
}

/** Every switch with what happens while it is off. */
export function SwitchList({ stored, wanted, onTurn }: SwitchListProps) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {switchNames.map((name) => (
        <Box
          key={name}
          component="li"
          sx={{
            display: 'flex',
            alignItems: 'flex-start',
            justifyContent: 'space-between',
            gap: 4,
            py: 3,
            '&:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' },
            '&:first-of-type': { pt: 0 },
            '&:last-of-type': { pb: 0 },
          }}
        >
          <Box sx={{ minWidth: 0 }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
              <Typography id={`switch-${name}`} sx={{ fontWeight: 550 }}>
                {t(`switch.${name}.title`)}
              </Typography>
              {!stored[name] && <Chip size="small" color="warning" variant="outlined" label={t('operations.isOff')} />}
              {stored[name] !== wanted[name] && <Chip size="small" color="primary" variant="outlined" label={t('operations.isChanged')} />}
            </Box>
            <Typography id={`switch-${name}-off`} variant="body2" color="textSecondary" sx={{ mt: 0.5, maxWidth: 640 }}>
              {t('operations.whenOff', { consequence: t(`switch.${name}.whenOff`) })}
            </Typography>
          </Box>
          <Switch
            checked={wanted[name]}
            onChange={({ target }) => onTurn(name, target.checked)}
            slotProps={{ input: { role: 'switch', 'aria-labelledby': `switch-${name}`, 'aria-describedby': `switch-${name}-off` } }}
          />
        </Box>
      ))}
    </Box>
  );
}
