import type { Request } from 'express';
import { z } from 'zod';
import type { FactorAnswer } from '../../domain/app-users/check-factor.ts';
import type { FullyProved } from '../../domain/app-users/full-proof.ts';
import type { GivenFactor } from '../../domain/app-users/prove-factor.ts';
import { passkeyPlace } from '../../domain/app-users/passkey-place.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import type { OwnCall } from './own-call.ts';
import { FactorCode, GivenPassword, PasskeyMade, PasskeySignature } from './user-inputs.ts';

export const Challenge = z.string().min(1).max(200);

/** An answer of the second factor, of whoever has one. */
export const factorAnswer = { code: FactorCode.optional(), passkey: z.union([PasskeySignature, PasskeyMade]).optional() };
/** The members of a body that prove once more who calls. */
export const fullProof = { currentPassword: GivenPassword.optional(), ...factorAnswer, challenge: Challenge.optional() };

type Answered = z.infer<z.ZodObject<typeof fullProof>>;

/** @returns the proof of a body, as the domain takes it */
export function provedBy({ self, storage, req }: Pick<OwnCall, 'self' | 'storage' | 'req'>, body: Answered): FullyProved {
  const { currentPassword, ...answered } = body;
  const isAnswered = answered.code !== undefined || answered.passkey !== undefined;
  return { self, currentPassword, given: isAnswered ? givenFactor(storage, req, answered) : undefined };
}

export function givenFactor(
  storage: StorageRow,
  req: Request,
  { challenge, ...answer }: Pick<Answered, 'code' | 'passkey' | 'challenge'>,
): GivenFactor {
  return { challenge, answer: answerOf(storage, req, answer) };
}

export function answerOf(storage: StorageRow, req: Request, { code = '', passkey }: Pick<Answered, 'code' | 'passkey'>): FactorAnswer {
  return passkey ? { passkey, place: passkeyPlace(storage, req.get('Origin')) } : { code };
}
