import { Email, type Json, limits, PasswordRules } from '@bedplate/contract';
import { z } from 'zod';
import { type ApiError, invalidField, type SentenceKey } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { check } from '../../../validation/check.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isLeakedPassword } from './leaked-passwords.ts';
import type { StorageRow } from './storage-row.ts';
import { isUserStorage } from './user-storage.ts';

const EmailField = z.object({ email: Email.nullable() });

interface Given {
  /** The fields as they would be stored. */
  readonly fields: Readonly<Record<string, Json>>;
  /** Those of the record so far; null for a new one. What stays the same has passed the rules of its day. */
  readonly before: Readonly<Record<string, Json>> | null;
  /** A new password, as it was typed. */
  readonly password?: string | null | undefined;
}

/**
 * The rules of app users, the same for every way in which they come: sign-up, updates, batches, upserts, imports and the console.
 * @returns the fields to store: a username and an email without the spaces around them. Those of other storages are returned as they are
 * @throws {ApiError} invalid-argument naming the field
 */
export function userFields(storage: StorageRow, { fields, before, password }: Given): Record<string, Json> {
  const checked: Record<string, Json> = { ...fields };
  if (!isUserStorage(storage)) return checked;
  const isNew = (field: string) => before === null || before[field] !== fields[field];
  if (isNew('username')) checked.username = usernameOf(fields.username);
  if (isNew('email') && fields.email !== undefined) checked.email = emailOf(fields.email);
  if (typeof password === 'string') checkPassword(storage, password, checked);
  return checked;
}

function usernameOf(value: Json | undefined): string {
  if (value === undefined || value === null) throw refused('username', 'usernameMissing');
  if (typeof value !== 'string') throw refused('username', 'usernameText');
  const name = value.trim();
  if (name === '') throw refused('username', 'usernameMissing');
  if (name.length > limits.nameLength) throw invalidField('username', say('usernameLong', { max: limits.nameLength }));
  if (hasHidden(name)) throw refused('username', 'usernameCharacters');
  if (mixesAlphabets(name)) throw refused('username', 'usernameAlphabets');
  return name;
}

function emailOf(value: Json): string | null {
  if (value !== null && typeof value !== 'string') throw refused('email', 'emailText');
  return check(EmailField, { email: value }).email;
}

function checkPassword(storage: StorageRow, password: string, { username, email }: Readonly<Record<string, Json>>): void {
  const { minLength, refuseCommon } = storage.data.passwordRules ?? PasswordRules.parse({});
  const folded = password.normalize('NFKC').toLowerCase();
  if (Array.from(folded).length < minLength) throw invalidField('password', say('passwordShort', { min: minLength }));
  if (!refuseCommon) return;
  // Spaces around it are a part of it, and nothing that a guess would leave out.
  const bare = folded.trim();
  if (isCommonPassword(bare) || isLeakedPassword(bare)) throw refused('password', 'passwordCommon');
  const names = [username, email].flatMap((name) => (typeof name === 'string' ? [name.normalize('NFKC').toLowerCase()] : []));
  if (names.includes(bare)) throw refused('password', 'passwordIsName');
}

/** Joiners that people's names need: within words of the scripts that have them, and within emoji. Unicode, UAX #31 and UTS #51. */
const neededJoiners =
  /(?<=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}])[\u200C\u200D](?=\p{L})|\p{Emoji}\uFE0F|(?<=[\p{Emoji_Presentation}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})|(?<=\u{1F3F4})[\u{E0020}-\u{E007E}]+\u{E007F}/gu;
/** Controls, line separators, what sets the direction of text, what is not drawn, and the blanks that are no spaces. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB\u2800]/u;

function hasHidden(name: string): boolean {
  return hidden.test(name.replace(neededJoiners, ''));
}

/** Alphabets with letters that look like those of another one. */
const alphabets = [/\p{sc=Latn}/u, /\p{sc=Cyrl}/u, /\p{sc=Grek}/u, /\p{sc=Armn}/u, /\p{sc=Cher}/u];

/** A Cyrillic o in a Latin word is there to be taken for the other one. Names of words in several alphabets are honest. */
function mixesAlphabets(name: string): boolean {
  const words = name.normalize('NFKC').split(/[^\p{L}\p{M}]+/u);
  return words.some((word) => alphabets.filter((letters) => letters.test(word)).length > 1);
}

function refused(field: string, key: SentenceKey): ApiError {
  return invalidField(field, say(key));
}
