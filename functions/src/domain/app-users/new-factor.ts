import type { SecondFactorWay } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { AppAccountDocument, SignInChallengeDocument } from '../../store/documents/app-user-documents.ts';
import { Timestamp } from '../../store/model/values.ts';
import { type AccountChange, type FactorAnswer, isMailed } from './check-factor.ts';
import { type FactorPlace, openedSecret, sealedSecret } from './factor-secret.ts';
import { waysOf } from './factor-ways.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';

export interface NewFactor {
  readonly way: SecondFactorWay;
  readonly change: AccountChange;
  /** Of the first way. */
  readonly codes: string[];
}

interface Begun {
  readonly account: AppAccountDocument;
  readonly asking: { readonly id: string; readonly data: SignInChallengeDocument };
  readonly answer: FactorAnswer;
}

/**
 * Ends the set-up of a way by its first answer. Of two that were begun without a factor the first one counts: the other has proved none.
 * @returns null for a wrong answer
 */
export async function newFactor(services: Services, place: FactorPlace, begun: Begun): Promise<NewFactor | null> {
  const { factor } = begun.account;
  if (factor && !begun.asking.data.hadFactor) return null;
  const added = await addedWay(services, place, begun);
  if (!added || waysOf(factor ?? null).includes(added.way)) return null;
  if (factor) return { way: added.way, change: added.change, codes: [] };
  const { codes, hashes } = newRecoveryCodes();
  const first = { since: Timestamp.fromMillis(services.clock()), ...(added.change.factor as object), recovery: hashes };
  return { way: added.way, change: { ...added.change, factor: first }, codes };
}

async function addedWay(
  services: Services,
  place: FactorPlace,
  { account, asking, answer }: Begun,
): Promise<Pick<NewFactor, 'way' | 'change'> | null> {
  const since = Timestamp.fromMillis(services.clock());
  const { question, pending, address } = asking.data;
  if ('passkey' in answer) {
    if (question === undefined) return null;
    const { answeredQuestion } = await import('./factor-passkey.ts'); // large
    const passkeys = await answeredQuestion(services, account, { ...answer, question });
    return passkeys && { way: 'passkey', change: { passkeys, factor: { passkey: { since } } } };
  }
  // The reader of the code reads the mails of the address.
  if (isMailed(services, answer.code, asking))
    return { way: 'mail', change: { provenEmail: address, factor: { mail: { address, since } } } };
  if (pending === undefined) return null;
  const secret = openedSecret(services, place, pending);
  const step = await stepOfCode(secret, answer.code, { now: services.clock(), lastStep: 0 });
  return step === null
    ? null
    : { way: 'totp', change: { factor: { secret: sealedSecret(services, place, secret), lastStep: step, since } } };
}
