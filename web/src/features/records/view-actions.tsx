import { can } from '@bedplate/contract';
import Box from '@mui/material/Box';
import { useSignedIn } from '../../lib/session.ts';
import { DownloadButton } from './download-button.tsx';
import { ImportButton } from './import-button.tsx';
import type { RecordPage, StorageRef } from './record-queries.ts';
import type { View } from './view.ts';

/** What is done with a storage's records as a whole, at the right of the page's title. */
export function ViewActions({ storage, view, page }: { storage: StorageRef; view: View; page: RecordPage | undefined }) {
  const { role } = useSignedIn();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      {can(role, 'records.write') && <ImportButton storage={storage} page={page} />}
      {can(role, 'records.export') && <DownloadButton storage={storage} view={view} />}
    </Box>
  );
}
