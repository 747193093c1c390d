import Rule from '@mui/icons-material/RuleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { IfMay, useMay } from '../../../lib/may.tsx';
import { paths } from '../../../lib/navigation/paths.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { t } from '../../../texts/index.ts';
import { ImportButton } from '../import/import-button.tsx';
import type { RecordPage } from '../queries/record-queries.ts';
import { useDataView } from '../state/data-view-store.tsx';
import { AddRecordButton } from '../add/add-record-button.tsx';
import { ColumnsButton } from './columns-button.tsx';
import { DownloadButton } from './download-button.tsx';

/** The actions on all records of a storage: at the right of the page's title, on a phone below it with the main one first. */
export function ViewActions({ page }: { page: RecordPage | undefined }) {
  const may = useMay();
  const { projectId, storageId } = useDataView((state) => state.storage);
  const isPhone = usePhone();
  const add = (
    <IfMay to="records.write">
      <AddRecordButton isReady={page !== undefined} />
    </IfMay>
  );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, ...(isPhone && inTwoRows) }}>
      {isPhone && add}
      {may('storages.write') && (
        <Button component={Link} to={paths.fields(projectId, storageId)} variant="outlined" color="inherit" startIcon={<Rule />}>
          {t('records.fields')}
        </Button>
      )}
      {page && <ColumnsButton names={page.columns} />}
      <ImportButton page={page} />
      {may('records.export') && <DownloadButton page={page} />}
      {!isPhone && add}
    </Box>
  );
}

/** All of an admin's actions fit into two rows of 358 px. */
const inTwoRows = { '& .MuiButton-root': { px: 2.5 } };
