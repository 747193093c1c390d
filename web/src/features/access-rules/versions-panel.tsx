import type { AccessVersion } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Panel } from '../../components/panel.tsx';
import { localDateTime } from '../../lib/time.ts';
import { t } from '../../texts/index.ts';
import { sentences } from '../../texts/sentences.ts';
import { ruleWords } from './rule-words.ts';

interface VersionsPanelProps {
  versions: readonly AccessVersion[];
  keyName: (id: string) => string | undefined;
  onTake: (version: AccessVersion) => void;
}

/** The rules as they were: who saved them and when, to begin again from them. */
export function VersionsPanel({ versions, keyName, onTake }: VersionsPanelProps) {
  if (versions.length === 0) return null;
  return (
    <Panel title={t('accessRules.versions')}>
      <Box component="ul" aria-label={t('accessRules.versions')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {versions.map((version) => (
          <Box
            component="li"
            key={version.version}
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, py: 3, borderTop: 1, borderColor: 'divider' }}
          >
            <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                {t('accessRules.version', { version: version.version, name: version.savedBy })} · {localDateTime(version.savedAt)}
              </Typography>
              <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {sentences(...version.grants.map((rule) => ruleWords(rule, keyName))) || t('accessRules.none')}
              </Typography>
            </Box>
            <Button color="inherit" variant="outlined" onClick={() => onTake(version)} sx={{ alignSelf: 'flex-start' }}>
              {t('accessRules.takeVersion', { version: version.version })}
            </Button>
          </Box>
        ))}
      </Box>
    </Panel>
  );
}
