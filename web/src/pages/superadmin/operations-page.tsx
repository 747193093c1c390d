import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/navigation/paths.ts';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { Page } from '../../components/page.tsx';
import { PlatformSettingsForm } from '../../features/office/platform/platform-settings-form.tsx';
import { usePlatformSettings } from '../../features/office/platform/platform-queries.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { t } from '../../texts/index.ts';

export function OperationsPage() {
  const settings = usePlatformSettings();
  return (
    <Page
      title={t('operations.title')}
      subtitle={t('operations.subtitle')}
      action={
        <Button component={Link} to={`${paths.superadmin('logs')}?audit-search=settings%2Fplatform`} variant="outlined" color="inherit">
          {t('operations.history')}
        </Button>
      }
    >
      <Loaded
        from={settings}
        waiting={<LoadingBlock height={480} />}
        failed={messageOf(settings.error, t('operations.failed'), t('operations.failed'))}
      >
        {(data) => <PlatformSettingsForm settings={data} />}
      </Loaded>
    </Page>
  );
}
