import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link, useParams } from 'react-router-dom';
import { Loaded } from '../components/loaded.tsx';
import { LoadingBlock } from '../components/loading-block.tsx';
import { Page } from '../components/page.tsx';
import { FieldsView } from '../features/fields/fields-view.tsx';
import { TypesButton } from '../features/fields/types-button.tsx';
import { useProjectStorages } from '../lib/project-storages.ts';
import { useSchema } from '../features/records/schema/schema-query.ts';
import { StorageGone } from '../features/storages/storage-gone.tsx';
import { isNotFound } from '../lib/api/api-error.ts';
import { paths } from '../lib/navigation/paths.ts';
import { useGone } from '../lib/use-gone.ts';
import { t } from '../texts/index.ts';
import '../texts/fields.ts';

export function FieldsPage() {
  const { id = '', storageId = '' } = useParams();
  const storage = { projectId: id, storageId };
  const schema = useSchema(storage);
  const storages = useProjectStorages(id);
  const name = storages.data?.find((one) => one.id === storageId)?.storageName;
  const isGone = useGone(isNotFound(schema.error), t('storage.gone'));
  return (
    <Page
      title={t('fields.title')}
      subtitle={name}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
          <TypesButton projectId={id} />
          <Button component={Link} to={paths.accessRules(id, storageId)} variant="outlined" color="inherit">
            {t('access.rules')}
          </Button>
          <Button component={Link} to={paths.dataView(id, storageId)} variant="outlined" color="inherit">
            {t('fields.records')}
          </Button>
        </Box>
      }
    >
      {isGone ? (
        <StorageGone projectId={id} />
      ) : (
        <Loaded from={schema} waiting={<LoadingBlock height={220} />} failed={t('fields.failed')}>
          {(answer) => <FieldsView storage={storage} answer={answer} storages={storages.data ?? []} />}
        </Loaded>
      )}
    </Page>
  );
}
