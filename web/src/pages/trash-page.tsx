import { useParams } from 'react-router-dom';
import { Page } from '../components/page.tsx';
import { useProjectTrash } from '../features/trash/trash-query.ts';
import { TrashTable } from '../features/trash/trash-table.tsx';
import { t } from '../texts/index.ts';

/** All that can be brought back in a project: archived storages, and deleted records by their storage. */
export function TrashPage() {
  const { id = '' } = useParams();
  const trash = useProjectTrash(id);
  return (
    <Page title={t('menu.trash')} subtitle={t('trash.subtitle')}>
      <TrashTable from={trash} projectId={id} />
    </Page>
  );
}
