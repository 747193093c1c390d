import { isOver, type PublicPlatform, shownSwitches } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';

/** The public part of the settings: maintenance until it is over, and features that are off for visitors. */
export async function publicPlatform({ platform, clock }: Pick<Services, 'platform' | 'clock'>): Promise<PublicPlatform> {
  const { maintenance, switches } = await platform.settings();
  return {
    maintenance: maintenance && !isOver(maintenance, clock()) ? maintenance : null,
    off: shownSwitches.filter((name) => !switches[name]),
  };
}
