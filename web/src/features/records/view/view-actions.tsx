import Box from '@mui/material/Box';
import { IfMay, useMay } from '../../../lib/may.tsx';
import { ImportButton } from '../import/import-button.tsx';
import type { RecordPage } from '../queries/record-queries.ts';
import { AddRecordButton } from '../add/add-record-button.tsx';
import { ColumnsButton } from './columns-button.tsx';
import { DownloadButton } from './download-button.tsx';

/** The actions on all records of a storage, at the right of the page's title. */
export function ViewActions({ page }: { page: RecordPage | undefined }) {
  const may = useMay();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      {page && <ColumnsButton names={page.columns} />}
      <IfMay to="records.write">
        <ImportButton page={page} />
      </IfMay>
      {may('records.export') && <DownloadButton page={page} />}
      <IfMay to="records.write">
        <AddRecordButton isReady={page !== undefined} />
      </IfMay>
    </Box>
  );
}
