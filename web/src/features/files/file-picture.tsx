import { isImageName, type StorageFile } from '@bedplate/contract';
import Box from '@mui/material/Box';
import type { SxProps } from '@mui/material/styles';
import { useState } from 'react';
import { FileIcon } from './file-icon.tsx';

interface FilePictureProps {
  file: StorageFile;
  src: string;
  lazy?: boolean;
  sx: SxProps;
}

/**
 * A file's picture; the icon of its kind for what is no image, and for an image that the browser
 * cannot draw.
 */
export function FilePicture({ file: { name, thumbnail }, src, lazy = false, sx }: FilePictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  if (broken === src || !(thumbnail || isImageName(name))) return <FileIcon name={name} />;
  return <Box component="img" src={src} alt={name} loading={lazy ? 'lazy' : undefined} onError={() => setBroken(src)} sx={sx} />;
}
