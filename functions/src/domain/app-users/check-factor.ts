import type { Services } from '../../services/services.ts';
import type { FactorDocument } from '../../store/documents/app-user-documents.ts';
import { type FactorPlace, openedSecret } from './factor-secret.ts';
import { recoveryHash } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';

/** @returns the changes that use the code up; null for a wrong one. Whoever commits them has read the factor in the same transaction. */
export async function checkFactor(
  services: Services,
  place: FactorPlace,
  { factor, code }: { factor: FactorDocument; code: string },
): Promise<Partial<FactorDocument> | null> {
  if (/^\d{6}$/.test(code)) {
    const secret = openedSecret(services, place, factor.secret);
    const step = await stepOfCode(secret, code, { now: services.clock(), lastStep: factor.lastStep });
    return step === null ? null : { lastStep: step };
  }
  const hash = recoveryHash(code);
  return factor.recovery.includes(hash) ? { recovery: factor.recovery.filter((each) => each !== hash) } : null;
}
