import { isOver, type PublicPlatform, shownSwitches } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';

/** What everybody may know: the maintenance until it is over, and what visitors find switched off. Not who decided it. */
export async function publicPlatform({ platform, clock }: Pick<Services, 'platform' | 'clock'>): Promise<PublicPlatform> {
  const { maintenance, switches } = await platform.settings();
  return {
    maintenance: maintenance && !isOver(maintenance, clock()) ? maintenance : null,
    off: shownSwitches.filter((name) => !switches[name]),
  };
}
