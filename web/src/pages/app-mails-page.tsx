import Button from '@mui/material/Button';
import { Link, useParams } from 'react-router-dom';
import { Loaded } from '../components/loaded.tsx';
import { LoadingBlock } from '../components/loading-block.tsx';
import { Page } from '../components/page.tsx';
import { useAppMails } from '../features/app-mails/mail-queries.ts';
import { MailsForm } from '../features/app-mails/mails-form.tsx';
import { StorageGone } from '../features/storages/storage-gone.tsx';
import { isNotFound } from '../lib/api/api-error.ts';
import { paths } from '../lib/navigation/paths.ts';
import { useProjectStorages } from '../lib/project-storages.ts';
import { useGone } from '../lib/use-gone.ts';
import '../texts/app-mails.ts';
import { t } from '../texts/index.ts';

/** The sender, the look and the texts of mails to the users of an app. */
export function AppMailsPage() {
  const { id = '', storageId = '' } = useParams();
  const storage = { projectId: id, storageId };
  const mails = useAppMails(storage);
  const name = useProjectStorages(id).data?.find((one) => one.id === storageId)?.storageName;
  const isGone = useGone(isNotFound(mails.error), t('storage.gone'));
  return (
    <Page
      title={t('appMails.title')}
      subtitle={name}
      action={
        <Button component={Link} to={paths.dataView(id, storageId)} variant="outlined" color="inherit">
          {t('appMails.users')}
        </Button>
      }
    >
      {isGone ? (
        <StorageGone projectId={id} />
      ) : (
        <Loaded from={mails} waiting={<LoadingBlock height={420} />} failed={t('appMails.failed')}>
          {(stored) => <MailsForm storage={storage} stored={stored} />}
        </Loaded>
      )}
    </Page>
  );
}
