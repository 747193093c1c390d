import Download from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { saveFile } from '../../../lib/save-file.ts';
import { t } from '../../../texts/index.ts';

interface Image {
  name: string;
  /** Address that opens the image. */
  dataUrl: string;
}

/** Pictures of a message; each can be saved. */
export function AttachmentGrid({ images }: { images: readonly Image[] }) {
  return (
    <Box>
      <Typography variant="h3" sx={{ mb: 2 }}>
        {t('inbox.attachments')}
      </Typography>
      <Box
        component="ul"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fill, minmax(120px, 1fr))' }}
      >
        {images.map(({ name, dataUrl }) => (
          <Box
            component="li"
            key={dataUrl}
            sx={{ position: 'relative', border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}
          >
            <Box component="img" src={dataUrl} alt={name} sx={{ display: 'block', width: '100%', height: 110, objectFit: 'cover' }} />
            <IconButton
              size="small"
              aria-label={t('inbox.download', { name })}
              onClick={() => void save(name, dataUrl)}
              sx={{ position: 'absolute', right: 4, bottom: 4, bgcolor: 'background.paper', '&:hover': { bgcolor: 'background.default' } }}
            >
              <Download sx={{ fontSize: 16 }} />
            </IconButton>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/**
 * A link's `download` works for the page's own origin only, and pictures come from the file
 * store's.
 */
async function save(name: string, address: string): Promise<void> {
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) {
    window.open(address, '_blank', 'noopener');
    return;
  }
  saveFile(await response.blob(), name);
}
