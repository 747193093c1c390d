import type { DocumentPath } from '../../store/model/collection.ts';
import { decodeFields, type RecordDocument } from '@bedplate/contract';
import { passwordMark, sha256 } from '../../crypto/crypt.ts';
import type { Services } from '../../services/services.ts';
import type { FactorDocument, IdentityDocument, PasskeyDocument } from '../../store/documents/app-user-documents.ts';
import type { UniqueDocument } from '../../store/documents/documents.ts';
import type { Row } from '../../store/model/row.ts';
import type { Timestamp } from '../../store/model/values.ts';
import { accountPath, privatePath, recordPath } from '../records/model/paths.ts';

export interface FoundUser {
  readonly key: string;
  readonly record: Row<RecordDocument<Timestamp>>;
  /** Null for a user without one that mail could reach. */
  readonly email: string | null;
  /** To be addressed by. */
  readonly name: string;
  /** Of the password; empty for a user without one. */
  readonly mark: string;
  /** Whether the user has proved to read the present e-mail. */
  readonly isProven: boolean;
  readonly isAnonymous: boolean;
  /** The accounts elsewhere that sign the user in, by their claims. */
  readonly identities: Readonly<Record<string, IdentityDocument>>;
  readonly passkeys: Readonly<Record<string, PasskeyDocument>>;
  readonly factor: FactorDocument | null;
  /** For mails: where their texts are, and in which language. */
  readonly app: { readonly storageId: string; readonly language: string | null };
}

/** @param claims of a name, as `claimsOn` gives them */
export async function userOfClaims(
  services: Services,
  storageId: string,
  claims: readonly DocumentPath<UniqueDocument>[],
): Promise<FoundUser | null> {
  const owner = (await services.store.getAll(claims)).find((row) => row !== null);
  return owner ? userOfKey(services, storageId, owner.data.ref) : null;
}

export async function userOfKey({ store }: Pick<Services, 'store'>, storageId: string, key: string): Promise<FoundUser | null> {
  const [record, secret, account] = await Promise.all([
    store.get(recordPath(storageId, key)),
    store.get(privatePath(storageId, key)),
    store.get(accountPath(storageId, key)),
  ]);
  if (!record) return null;
  const fields = decodeFields(record.data.data);
  const { email: given, username } = fields;
  const trimmed = typeof given === 'string' ? given.trim() : ''; // earlier records have them as they were typed
  const email = /^[^\s@]+@[^\s@]+$/.test(trimmed) ? trimmed : null;
  return {
    key,
    record,
    email,
    name: typeof username === 'string' ? username : (email ?? ''),
    mark: secret ? passwordMark(secret.data.password) : '',
    isProven: email !== null && account?.data.provenEmail === sha256(email),
    isAnonymous: account?.data.anonymous === true,
    identities: account?.data.identities ?? {},
    passkeys: account?.data.passkeys ?? {},
    factor: account?.data.factor ?? null,
    app: { storageId, language: languageIn(fields) },
  };
}

/** @param fields of a user's record @returns the language that mails are written in, such as `pt-BR`, as the field `language` says */
export function languageIn({ language }: Readonly<Record<string, unknown>>): string | null {
  const [, primary = '', rest = ''] =
    (typeof language === 'string' && /^([a-z]{2,3})((?:[-_][a-z0-9]{2,8}){0,2})$/i.exec(language.trim())) || [];
  return primary === '' ? null : primary.toLowerCase() + rest.replaceAll('_', '-');
}
