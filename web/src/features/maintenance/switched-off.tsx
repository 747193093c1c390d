import { type PublicPlatform } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import type { ReactNode } from 'react';
import { usePlatform } from '../../lib/platform/platform.ts';
import { t } from '../../texts/index.ts';

interface SwitchedOffProps {
  name: PublicPlatform['off'][number];
  /** Shown while the feature is on. */
  children?: ReactNode;
}

/** Says before anybody tries that something is switched off, in the server's own words. */
export function SwitchedOff({ name, children = null }: SwitchedOffProps) {
  return usePlatform()?.off.includes(name) ? <Alert severity="info">{t(`switch.${name}.refusal`)}</Alert> : children;
}
