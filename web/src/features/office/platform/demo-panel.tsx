import type { PlatformSettings } from '@bedplate/contract';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { openDialog } from '../../../components/page-dialogs.tsx';
import { Panel } from '../../../components/panel.tsx';
import { t } from '../../../texts/index.ts';
import { DemoDialog } from './demo-dialog.tsx';

interface DemoPanelProps {
  demo: PlatformSettings['demo'];
  onSaved: (settings: PlatformSettings) => void;
}

/** The storage that visitors of the landing page may try. */
export function DemoPanel({ demo, onSaved }: DemoPanelProps) {
  return (
    <Panel
      title={t('operations.demo')}
      about={t('operations.demoAbout')}
      action={
        <Button
          variant="outlined"
          color="inherit"
          sx={{ flex: 'none' }}
          onClick={() => openDialog((onClose) => <DemoDialog demo={demo} onSaved={onSaved} onClose={onClose} />)}
        >
          {t(demo ? 'operations.demoChange' : 'operations.demoSetUp')}
        </Button>
      }
    >
      <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {demo
          ? t('operations.demoIs', { storage: demo.storageKey, project: demo.projectId, ending: demo.apiKey.slice(-4) })
          : t('operations.demoNone')}
      </Typography>
    </Panel>
  );
}
