import { Page } from '../components/page.tsx';
import { useAccountTrash } from '../features/trash/trash-query.ts';
import { TrashTable } from '../features/trash/trash-table.tsx';
import { t } from '../texts/index.ts';

/** All that can be brought back in the account: archived projects, and what lies in the trash of each of the others. */
export function AccountTrashPage() {
  const trash = useAccountTrash();
  return (
    <Page title={t('menu.trash')} subtitle={t('trash.accountSubtitle')}>
      <TrashTable from={trash} />
    </Page>
  );
}
