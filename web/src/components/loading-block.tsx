import Skeleton, { type SkeletonProps } from '@mui/material/Skeleton';
import { t } from '../texts/index.ts';

/** Stands where a panel's content will be, and says so to screen readers: a name needs a role. */
export function LoadingBlock(look: Pick<SkeletonProps, 'height' | 'width' | 'sx'>) {
  return <Skeleton component="output" variant="rounded" aria-label={t('loading')} {...look} />;
}
