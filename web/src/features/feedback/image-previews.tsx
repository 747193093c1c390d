import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { t } from '../../texts/index.ts';
import type { AttachedImage } from './use-images.ts';

const shownAtMost = 3;

/** The first three images; the third shows the number of further ones. */
export function ImagePreviews({ images, onRemove }: { images: readonly AttachedImage[]; onRemove: (image: AttachedImage) => void }) {
  if (images.length === 0) return null;
  const more = images.length - shownAtMost;
  return (
    <Box>
      <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
        {t('feedback.attached', { count: images.length })}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 3 }}>
        {images.slice(0, shownAtMost).map((image, at) => (
          <Box
            component="li"
            key={image.url}
            sx={{ position: 'relative', width: 104, height: 104, borderRadius: 1, overflow: 'hidden', border: 1, borderColor: 'divider' }}
          >
            <Box component="img" src={image.url} alt={image.file.name} sx={{ width: '100%', height: '100%', objectFit: 'cover' }} />
            {at === shownAtMost - 1 && more > 0 && (
              <Box
                sx={{
                  position: 'absolute',
                  inset: 0,
                  display: 'grid',
                  placeItems: 'center',
                  bgcolor: 'rgb(8 11 16 / 0.6)',
                  color: '#fff',
                  typography: 'h2',
                }}
              >
                +{more}
              </Box>
            )}
            <IconButton
              size="small"
              aria-label={t('feedback.removeImage', { name: image.file.name })}
              onClick={() => onRemove(image)}
              sx={{
                position: 'absolute',
                top: 4,
                right: 4,
                p: 0.5,
                bgcolor: 'background.paper',
                '&:hover': { bgcolor: 'background.default' },
              }}
            >
              <Close sx={{ fontSize: 16 }} />
            </IconButton>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
