import Box from '@mui/material/Box';
import { IfMay, useMay } from '../../../lib/may.tsx';
import type { ColumnLayout } from '../columns/column-layout.ts';
import { ColumnsButton } from '../columns/columns-button.tsx';
import { DownloadButton } from './download-button.tsx';
import { ImportButton } from '../import/import-button.tsx';
import type { RecordPage, StorageRef } from '../queries/record-queries.ts';
import type { View } from '../queries/view.ts';

interface ViewActionsProps {
  storage: StorageRef;
  view: View;
  page: RecordPage | undefined;
  layout: ColumnLayout;
  onLayout: (change: Partial<ColumnLayout> | null) => void;
}

/** What is done with a storage's records as a whole, at the right of the page's title. */
export function ViewActions({ storage, view, page, layout, onLayout }: ViewActionsProps) {
  const may = useMay();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      {page && <ColumnsButton names={page.columns} layout={layout} onLayout={onLayout} />}
      <IfMay to="records.write">
        <ImportButton storage={storage} page={page} />
      </IfMay>
      {may('records.export') && <DownloadButton storage={storage} view={view} page={page} />}
    </Box>
  );
}
