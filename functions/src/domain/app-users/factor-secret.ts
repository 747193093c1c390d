import { seal, unseal } from '../../crypto/crypt.ts';
import type { Services } from '../../services/services.ts';

type Keys = Pick<Services, 'config'>;

/** The secret of an authenticator app is stored sealed, and opens only as that of its user. */
export interface FactorPlace {
  readonly storageId: string;
  /** Of the user's record. */
  readonly key: string;
}

export const sealedSecret = ({ config }: Keys, place: FactorPlace, secret: string) =>
  seal(config.keyEncryptionKey, secret, contextOf(place));
export const openedSecret = ({ config }: Keys, place: FactorPlace, sealed: string) =>
  unseal(config.keyEncryptionKey, sealed, contextOf(place));

const contextOf = ({ storageId, key }: FactorPlace) => `second-factor/${storageId}/${key}`;
