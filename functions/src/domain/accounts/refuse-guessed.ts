import { invalidField } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';

/**
 * A guess over many accounts needs few tries of each, which no limit of one account sees. The lists are those of app users; they are
 * loaded with the first password that somebody sets.
 * @throws {ApiError} invalid-argument
 */
export async function refuseGuessed(password: string): Promise<void> {
  const [{ isCommonPassword }, { isLeakedPassword }] = await Promise.all([
    import('../records/model/common-passwords.ts'),
    import('../records/model/leaked-passwords.ts'),
  ]);
  const bare = password.normalize('NFKC').toLowerCase().trim();
  if (isCommonPassword(bare) || isLeakedPassword(bare)) throw invalidField('password', say('passwordCommon'));
}
