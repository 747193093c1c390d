import Button from '@mui/material/Button';
import { Link, useParams } from 'react-router-dom';
import { Loaded } from '../components/loaded.tsx';
import { LoadingBlock } from '../components/loading-block.tsx';
import { Page } from '../components/page.tsx';
import { useAccess } from '../features/access-rules/access-calls.ts';
import { RulesView } from '../features/access-rules/rules-view.tsx';
import { useProjectStorages } from '../lib/project-storages.ts';
import { StorageGone } from '../features/storages/storage-gone.tsx';
import { isNotFound } from '../lib/api/api-error.ts';
import { paths } from '../lib/navigation/paths.ts';
import { useGone } from '../lib/use-gone.ts';
import { t } from '../texts/index.ts';
import '../texts/access-rules.ts';

export function AccessRulesPage() {
  const { id = '', storageId = '' } = useParams();
  const storage = { projectId: id, storageId };
  const access = useAccess(storage);
  const name = useProjectStorages(id).data?.find((one) => one.id === storageId)?.storageName;
  const isGone = useGone(isNotFound(access.error), t('storage.gone'));
  return (
    <Page
      title={t('accessRules.title')}
      subtitle={name}
      action={
        <Button component={Link} to={paths.dataView(id, storageId)} variant="outlined" color="inherit">
          {t('accessRules.recordsOf')}
        </Button>
      }
    >
      {isGone ? (
        <StorageGone projectId={id} />
      ) : (
        <Loaded from={access} waiting={<LoadingBlock height={220} />} failed={t('accessRules.failed')}>
          {(answer) => <RulesView storage={storage} answer={answer} />}
        </Loaded>
      )}
    </Page>
  );
}
