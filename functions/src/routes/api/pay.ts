import { limits } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import { chargeCredits } from '../../store/model/meter.ts';
import type { ApiServices } from './api-services.ts';

type Services = Pick<ApiServices, 'credits'>;

/**
 * Takes more credits for a call than the one that each call costs: all or none.
 * @returns a function that gives them back @throws {ApiError} credits-exhausted
 */
export async function payMore({ credits }: Services, tenantId: string, count: number): Promise<() => void> {
  const taken: (() => void)[] = [];
  const giveBack = () => {
    chargeCredits(-taken.length);
    for (const each of taken.splice(0)) each();
  };
  try {
    while (taken.length < count) {
      taken.push(await credits.use(tenantId));
      chargeCredits(1);
    }
  } catch (error) {
    giveBack();
    throw error;
  }
  return giveBack;
}

/**
 * Passwords take a processor's time on purpose: one credit pays for ten of a call. Nothing is paid for a
 * call that is refused before they are hashed.
 * @param passwords their number, in the whole call
 * @throws {ApiError} credits-exhausted; and the work's own errors
 */
export async function payingForPasswords<R>(
  services: Services,
  { tenantId, passwords }: { tenantId: string; passwords: number },
  work: () => Promise<R>,
): Promise<R> {
  const giveBack = await payMore(services, tenantId, Math.max(0, Math.ceil(passwords / limits.passwordsPerCredit) - 1));
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && ['invalid-argument', 'payload-too-large', 'too-many-requests'].includes(error.code)) giveBack();
    throw error;
  }
}
