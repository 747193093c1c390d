import { limits } from '@bedplate/contract';
import type { CappedCaller } from '../../domain/spend/cap-scopes.ts';
import { ApiError } from '../../errors/api-error.ts';
import { chargeCredits } from '../../store/model/meter.ts';
import type { ApiServices } from './api-services.ts';

type Services = Pick<ApiServices, 'credits' | 'caps' | 'usageParts'>;

/**
 * Takes more credits for a call than the one that each call costs: all or none.
 * @returns a function that gives them back @throws {ApiError} credits-exhausted, cap-reached
 */
export async function payMore(services: Services, payer: CappedCaller, count: number): Promise<() => void> {
  const taken: (() => void)[] = [];
  const giveBack = () => {
    for (const each of taken.splice(0)) each();
  };
  try {
    while (taken.length < count) {
      const ofCall = await takeOne(services, payer);
      const ofKey = countForKey(services, payer);
      taken.push(() => void [ofCall(), ofKey()]);
    }
  } catch (error) {
    giveBack();
    throw error;
  }
  return giveBack;
}

/** The alarm of a key looks at what it costs. */
function countForKey({ usageParts }: Services, { tenantId, projectId, keyId, userId }: CappedCaller): () => void {
  const payer = { tenantId, projectId, keyId: userId === undefined ? keyId : 'users' };
  usageParts.addCredits(payer, 1);
  return () => usageParts.addCredits(payer, -1);
}

async function takeOne({ credits, caps }: Services, payer: CappedCaller): Promise<() => void> {
  const ofCaps = await caps.use(payer);
  try {
    const ofAccount = await credits.use(payer.tenantId);
    chargeCredits(1);
    return () => {
      ofAccount();
      ofCaps();
      chargeCredits(-1);
    };
  } catch (error) {
    ofCaps();
    throw error;
  }
}

/**
 * Passwords take a processor's time on purpose: one credit pays for ten of a call. Nothing is paid for a
 * call that is refused before they are hashed.
 * @param passwords their number, in the whole call
 * @throws {ApiError} credits-exhausted; and the work's own errors
 */
export async function payingForPasswords<R>(
  services: Services,
  { payer, passwords }: { payer: CappedCaller; passwords: number },
  work: () => Promise<R>,
): Promise<R> {
  const giveBack = await payMore(services, payer, Math.max(0, Math.ceil(passwords / limits.passwordsPerCredit) - 1));
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && ['invalid-argument', 'payload-too-large', 'too-many-requests'].includes(error.code)) giveBack();
    throw error;
  }
}
