import Box from '@mui/material/Box';
import { useParams } from 'react-router-dom';
import { Page } from '../components/page.tsx';
import { PanelGrid } from '../components/panel.tsx';
import { CallHeadersPanel } from '../features/account/call-headers-panel.tsx';
import { NamedKeysPanel } from '../features/keys/named-keys-panel.tsx';
import { StorageAccessPanel } from '../features/keys/storage-access-panel.tsx';
import { useMay } from '../lib/may.tsx';
import { t } from '../texts/index.ts';
import '../texts/reach.ts';

/** The keys of a project, and the rights of its app users. */
export function KeysPage() {
  const { id = '' } = useParams();
  const may = useMay();
  return (
    <Page title={t('menu.keys')} subtitle={t('reach.subtitle')}>
      <PanelGrid>
        <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {may('keys.read') && <NamedKeysPanel projectId={id} />}
          <StorageAccessPanel projectId={id} />
        </Box>
        <CallHeadersPanel projectId={id} />
      </PanelGrid>
    </Page>
  );
}
