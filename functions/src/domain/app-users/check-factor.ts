import type { Services } from '../../services/services.ts';
import type { AppAccountDocument, SignInChallengeDocument } from '../../store/documents/app-user-documents.ts';
import { isCode } from './challenges.ts';
import { type FactorPlace, openedSecret } from './factor-secret.ts';
import type { PasskeyAnswer } from './factor-passkey.ts';
import { recoveryHash } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';

/** A code of an app, a mail or a paper, or what a device has signed. */
export type FactorAnswer = { readonly code: string } | PasskeyAnswer;

/** The challenge that has asked, as it is stored. */
export interface AskingChallenge {
  readonly id: string;
  readonly data: Pick<SignInChallengeDocument, 'codeHash' | 'isMailed' | 'question'>;
}

interface Given {
  readonly account: AppAccountDocument;
  readonly answer: FactorAnswer;
  /** Absent where none was needed: for codes of an app and recovery codes. */
  readonly asking?: AskingChallenge | undefined;
}

/** The changes of an account. */
export type AccountChange = { readonly [M in keyof AppAccountDocument]?: object | string };

/**
 * Checks the second factor of a user.
 * @returns the changes of the account that use the answer up; null for a wrong one. Whoever commits them has read account and challenge in
 * the same transaction, and ends the challenge.
 */
export async function checkFactor(
  services: Services,
  place: FactorPlace,
  { account, answer, asking }: Given,
): Promise<AccountChange | null> {
  const { factor } = account;
  if (!factor) return null;
  if ('passkey' in answer) {
    const question = asking?.data.question;
    if (!factor.passkey || question === undefined) return null;
    const { answeredQuestion } = await import('./factor-passkey.ts'); // large
    const passkeys = await answeredQuestion(services, account, { ...answer, question });
    return passkeys && { passkeys };
  }
  const { code } = answer;
  if (!/^\d{6}$/.test(code)) {
    const hash = recoveryHash(code);
    return factor.recovery.includes(hash) ? { factor: { recovery: factor.recovery.filter((each) => each !== hash) } } : null;
  }
  if (factor.mail && isMailed(services, code, asking)) return {};
  if (factor.secret === undefined) return null;
  const secret = openedSecret(services, place, factor.secret);
  const step = await stepOfCode(secret, code, { now: services.clock(), lastStep: factor.lastStep ?? 0 });
  return step === null ? null : { factor: { lastStep: step } };
}

/** @returns whether it is the code that was mailed for the challenge */
export function isMailed(services: Services, code: string, asking: AskingChallenge | undefined): boolean {
  return asking?.data.isMailed === true && isCode(services, asking.id, { code, hash: asking.data.codeHash });
}
