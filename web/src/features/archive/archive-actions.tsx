import Box from '@mui/material/Box';
import type { TextKey } from '../../texts/index.ts';
import { CopyAction } from './copy-button.tsx';
import { DeleteForGoodButton } from './delete-for-good-button.tsx';
import type { Wanted } from './make-copy.ts';
import { RecoverButton } from './recover-button.tsx';

interface ArchiveActionsProps {
  /** Of the archived thing. */
  path: string;
  name: string;
  recovered: TextKey;
  copied: Wanted;
}

/** The actions of an archived thing: recover it, take a copy of it, delete it for good. */
export function ArchiveActions({ path, name, recovered, copied }: ArchiveActionsProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <RecoverButton path={path} name={name} recovered={recovered} />
      <CopyAction wanted={copied} name={name} />
      <DeleteForGoodButton path={path} name={name} />
    </Box>
  );
}
