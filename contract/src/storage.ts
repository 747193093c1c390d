import { z } from 'zod';
import { problem } from './texts/rules.ts';
import { echoedFields } from './record.ts';
import { type SignInSettings, SignInInput } from './sign-in.ts';
import { HistoryDays } from './history.ts';
import { limits } from './limits.ts';
import { seenText, shownText } from './names.ts';
import { reservedStorageKeys } from './reserved-storage-keys.ts';
import { TrashDays } from './trash.ts';

/** Whitespace is removed, as the form does while typing. */
export const StorageKey = z
  .string()
  .max(limits.storageKeyLength * 4)
  .transform((k) => k.replace(/\s/gu, ''))
  .pipe(
    z
      .string()
      .min(1, problem('storageKeyMissing'))
      .max(limits.storageKeyLength, problem('storageKeyLong', { max: limits.storageKeyLength }))
      .regex(/^[A-Za-z0-9_-]+$/, problem('storageKeyShape'))
      .refine(
        (k) => !(reservedStorageKeys as readonly string[]).includes(k.toLowerCase()),
        problem('storageKeyReserved', { keys: reservedStorageKeys.join(', ') }),
      ),
  );

const StorageName = z
  .string()
  .trim()
  .regex(seenText, problem('storageNameMissing'))
  .max(limits.nameLength, problem('storageNameLong', { max: limits.nameLength }))
  .regex(shownText, problem('textCharacters'));

const Reach = z.enum(['none', 'own', 'all']);

const ReadOnly = z.array(z.string().trim().min(1).max(limits.fieldNameLength)).max(limits.readOnlyFields);

/** Fields that give rights or money in most apps: app users do not set them, unless the storage names other ones. */
export const usualReadOnlyFields = ['role', 'roles', 'isAdmin', 'admin', 'permissions', 'verified', 'credits', 'balance'] as const;

/**
 * The rights of app users with their own access token. `own`: records whose field userId is the user's id. None unless the storage says so.
 * `readOnly`: fields that app users do not set, in any letter case and with or without `_` and `-`; the usual ones when absent.
 */
export const EndUserAccess = z.strictObject({ read: Reach.default('none'), write: Reach.default('none'), readOnly: ReadOnly.optional() });
export type EndUserAccess = z.infer<typeof EndUserAccess>;
export type EndUserReach = z.infer<typeof Reach>;

const MinLength = z.int().min(limits.appPasswordMin).max(limits.appPasswordMinMost);

/** Rules of the passwords of the app users in a storage. */
export const PasswordRules = z.strictObject({
  /** Characters. */
  minLength: MinLength.default(limits.passwordMin),
  /** Whether passwords that most guesses begin with are refused. */
  refuseCommon: z.boolean().default(true),
});
export type PasswordRules = z.infer<typeof PasswordRules>;

/** Each call spells these fields its own way; every spelling is accepted everywhere. */
const storageAliases: Record<string, readonly string[]> = {
  storageName: ['storageName', 'dataStorageName', 'newName'],
  storageKey: ['storageKey', 'dataStorageKey', 'newStorageKey'],
  is_softDelete: ['is_softDelete', 'isSoftDelete'],
  endUserAccess: ['endUserAccess', 'end_user_access'],
  passwordRules: ['passwordRules', 'password_rules'],
  signIn: ['signIn', 'sign_in'],
  history: ['history'],
  trashDays: ['trashDays', 'trash_days'],
  keepTrash: ['keepTrash', 'keep_trash'],
};

/** The fields of a storage in the spelling of the console's forms. */
export const StorageFields = z.object({
  storageName: StorageName,
  storageKey: StorageKey,
  is_softDelete: z.boolean().default(false),
  endUserAccess: EndUserAccess.optional(),
  passwordRules: PasswordRules.optional(),
  signIn: SignInInput.optional(),
  history: HistoryDays.optional(),
  trashDays: TrashDays.optional(),
});

/** POST and PUT of a storage, after aliases. */
export const StorageInput = z.preprocess(resolveAliases, StorageFields.strict());
export type StorageInput = z.infer<typeof StorageInput>;

/** PUT: what is absent stays as it is, inside of access, rules and sign-in as well. */
export const StorageChange = z.preprocess(
  resolveAliases,
  z.strictObject({
    storageName: StorageName.optional(),
    storageKey: StorageKey.optional(),
    is_softDelete: z.boolean().optional(),
    endUserAccess: z.strictObject({ read: Reach, write: Reach, readOnly: ReadOnly }).partial().optional(),
    passwordRules: z.strictObject({ minLength: MinLength, refuseCommon: z.boolean() }).partial().optional(),
    signIn: SignInInput.optional(),
    history: HistoryDays.optional(),
    trashDays: TrashDays.optional(),
    /** Soft delete may be turned off beside records in the trash, which stay there. No setting: it is said with the change alone. */
    keepTrash: z.boolean().optional(),
    /** Lists that the change has, as they were seen: what somebody else has added or taken away since stays so. */
    seen: z
      .object({ endUserAccess: z.object({ readOnly: ReadOnly }), signIn: SignInInput })
      .partial()
      .optional(),
  }),
);
export type StorageChange = z.infer<typeof StorageChange>;

export interface Storage {
  id: string;
  userId: string;
  user: { name: string };
  projectId: string;
  storageName: string;
  storageKey: string;
  is_softDelete: boolean;
  /** The rights of app users with their own access token. */
  endUserAccess: EndUserAccess;
  /** Whether access rules decide instead. */
  hasRules: boolean;
  /** Of the passwords of app users, who are the records of a storage with the key `users`. */
  passwordRules: PasswordRules;
  /** How people come into a storage with the key `users` without a key of its owner. */
  signIn: SignInSettings;
  /** Days that the history of its records is kept; 0: none is. */
  history: HistoryDays;
  /** Days that a deleted record stays in the trash. */
  trashDays: TrashDays;
  /** Records in the trash, counted up to a thousand; only in the settings of one storage. */
  trashed?: number;
  createdAt: string;
  updatedAt: string;
}

/** @returns a plural to suggest for a key that looks singular, else null: a hint, never an error */
export function pluralSuggestion(key: string): string | null {
  if (!key || /s$/i.test(key) || irregularPlurals.has(key.toLowerCase())) return null;
  if (/(x|z|ch|sh)$/i.test(key)) return `${key}es`;
  if (/[^aeiou]y$/i.test(key)) return `${key.slice(0, -1)}ies`;
  return `${key}s`;
}

const irregularPlurals = new Set([
  'people',
  'data',
  'media',
  'children',
  'men',
  'women',
  'feet',
  'teeth',
  'mice',
  'geese',
  'criteria',
  'staff',
  'feedback',
]);

function resolveAliases(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const given = input as Record<string, unknown>;
  const known = new Set([...Object.values(storageAliases).flat(), ...echoedFields, 'storageId', 'dataStorageId']);
  return Object.fromEntries([
    ...Object.entries(given).filter(([name]) => !known.has(name)), // to be refused by their names
    ...Object.entries(storageAliases).flatMap(([name, spellings]) => {
      const used = spellings.find((s) => Object.hasOwn(given, s) && given[s] !== undefined);
      return used ? [[name, given[used]]] : [];
    }),
  ]);
}
