import { type Json, signInOf, type SignUpHook } from '@bedplate/contract';
import { seal, unseal } from '../../crypto/crypt.ts';
import { log } from '../../config/log.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { signature } from '../webhooks/signature.ts';

const timeoutMillis = 3000;
const messageLength = 300;

export type SignUpWay = 'password' | 'mail' | 'provider' | 'invitation' | 'anonymous';

/**
 * Asks the owner's server whether somebody may become a user, right before the user is made. Keys are not asked. Decision 088.
 * @param fields as they will be stored, without the password
 * @throws {ApiError} permission-denied where it refuses, with its message; unavailable where it does not answer and is to be waited for
 */
export async function askSignUpHook(
  services: Services,
  storage: StorageRow,
  { way, fields }: { way: SignUpWay; fields: Readonly<Record<string, Json>> },
): Promise<void> {
  const { hook } = signInOf(storage.data);
  if (hook === null) return;
  const answer = await answerOf(services, storage, { hook, body: JSON.stringify({ storageId: storage.id, way, user: fields }) });
  if (answer === null && hook.onFailure === 'refuse')
    throw new ApiError('unavailable', 'Nobody can sign up at the moment. Please try again later.');
  if (answer?.allow === false) throw new ApiError('permission-denied', answer.message ?? 'You cannot sign up here.');
}

interface HookAnswer {
  readonly allow: boolean;
  readonly message: string | undefined;
}

/** @returns null for an answer that is none */
async function answerOf(
  services: Services,
  storage: StorageRow,
  { hook, body }: { hook: SignUpHook; body: string },
): Promise<HookAnswer | null> {
  try {
    const answer = await services.fetchOutside(hook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Bedplate-Webhooks/1',
        'x-bedplate-event': 'user.sign-up',
        'x-bedplate-signature': signature(openedHookSecret(services, storage.id, hook), body, services.clock()),
      },
      body,
      signal: AbortSignal.timeout(timeoutMillis),
    });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return readAnswer((await answer.json()) as unknown);
  } catch (error) {
    log.warn('app-users.hook-failed', { storageId: storage.id }, error);
    return null;
  }
}

function readAnswer(given: unknown): HookAnswer {
  if (typeof given !== 'object' || given === null || !('allow' in given) || typeof given.allow !== 'boolean')
    throw new Error('the answer has no allow');
  const message = 'message' in given && typeof given.message === 'string' ? given.message.trim().slice(0, messageLength) : '';
  return { allow: given.allow, message: message || undefined };
}

/** A hook as it is stored: its secret opens only for this storage and this address. */
export function withSealedHookSecret({ config }: Pick<Services, 'config'>, storageId: string, hook: SignUpHook): SignUpHook {
  const { secret, ...rest } = hook;
  return secret === undefined ? rest : { ...rest, secret: seal(config.keyEncryptionKey, secret, contextOf(storageId, hook)) };
}

function openedHookSecret({ config }: Pick<Services, 'config'>, storageId: string, hook: SignUpHook): string {
  return hook.secret === undefined ? '' : unseal(config.keyEncryptionKey, hook.secret, contextOf(storageId, hook));
}

function contextOf(storageId: string, { url }: SignUpHook): string {
  return JSON.stringify(['sign-up-hook', storageId, url]);
}
