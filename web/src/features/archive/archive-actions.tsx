import Box from '@mui/material/Box';
import type { TextKey } from '../../texts/index.ts';
import { DeleteForGoodButton } from './delete-for-good-button.tsx';
import { RecoverButton } from './recover-button.tsx';

/** The buttons of an archived thing: recover it, delete it for good. */
export function ArchiveActions({ path, name, recovered }: { path: string; name: string; recovered: TextKey }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <RecoverButton path={path} name={name} recovered={recovered} />
      <DeleteForGoodButton path={path} name={name} />
    </Box>
  );
}
