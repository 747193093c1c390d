import type { Timestamp } from '../model/values.ts';

/** appSessions/{id}: an app user who stays signed in. A password that changes ends it. */
export interface AppSessionDocument {
  readonly storageId: string;
  /** Of the user's record. */
  readonly key: string;
  readonly secretHash: string;
  readonly previousHash: string | null;
  /** The last use, to the hour: the user's app then got new tokens. */
  readonly rotatedAt: Timestamp;
  readonly passwordMark: string;
  readonly expiresAt: Timestamp;
  /** The sign-in had two factors: of a second one, or of a passkey. */
  readonly byTwo?: true;
  /** Where it began. Sessions of earlier versions say nothing of it. */
  readonly began?: SessionBegin;
}

export interface SessionBegin {
  readonly at: Timestamp;
  /** The browser or program, as it calls itself. */
  readonly userAgent: string;
  readonly country: string | null;
  readonly city: string | null;
}

/** storages/{storageId}/private/{recordId} */
export interface PrivateDocument {
  /** Argon2id, or the hash of another system until the next sign-in. */
  readonly password: string;
}

/** storages/{storageId}/accounts/{recordId}: what is known of an app user beside the record. */
export interface AppAccountDocument {
  /** SHA-256 of the address that the user has proved to read. It counts while it is the record's. */
  readonly provenEmail?: string;
  /** Came without a name, and has not chosen one yet. */
  readonly anonymous?: true;
  readonly factor?: FactorDocument;
  /** Accounts elsewhere that sign the user in, by the ids of their claims. */
  readonly identities?: Readonly<Record<string, IdentityDocument>>;
  /** By the SHA-256 of what the device calls them. */
  readonly passkeys?: Readonly<Record<string, PasskeyDocument>>;
}

/** A passkey of an app user: the public half of a key that a device keeps. */
export interface PasskeyDocument {
  /** As the device names it; base64url. */
  readonly credentialId: string;
  /** COSE, in base64url. */
  readonly publicKey: string;
  /** How often the device has used it; 0 of one that does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  /** Whether other devices may get it; that never changes. */
  readonly canSync: boolean;
  readonly isSynced: boolean;
  readonly domain: string;
  readonly name: string;
  readonly createdAt: Timestamp;
  /** To the day, so that most sign-ins write nothing here. */
  readonly lastUsedAt: Timestamp;
}

export interface IdentityDocument {
  readonly provider: string;
  readonly email: string | null;
  readonly linkedAt: Timestamp;
}

/** The second factor of an app user, by one or several ways. */
export interface FactorDocument {
  /** Shared with an authenticator app, sealed; absent without one. */
  readonly secret?: string;
  /** The half minute of the last code that was taken: none works twice. */
  readonly lastStep?: number;
  /** Mailed codes. */
  readonly mail?: MailFactor;
  /** Any passkey of the user. */
  readonly passkey?: { readonly since: Timestamp };
  /** SHA-256 of the recovery codes that are left. */
  readonly recovery: readonly string[];
  /** Of the authenticator app; without one of the first way. */
  readonly since: Timestamp;
}

export interface MailFactor {
  /** SHA-256 of the address that was proved with it. It counts while it is the record's. */
  readonly address: string;
  readonly since: Timestamp;
  /** The mark of a password that was set by a mail: beside that one the mailbox would be both factors. */
  readonly notWith?: string;
}

/**
 * signInChallenges/{id}: a mailed code, and perhaps a link. For an unknown address there is one as well, which nothing opens.
 * `sign-in`: the mail alone; `password`: after the right password; `sign-up`: somebody who is no user yet; `email`: another address.
 * Without a mail: `factor` asks for the code of an authenticator app, `new-factor` for the first one of an app that is set up at a
 * sign-in, `own-factor` for that of a user who is signed in, `factor-proof` for the factor of one who changes it. `provider` waits for a person to come back from elsewhere, `identity` for
 * the page that has sent them there. `passkey` waits for a device to sign, `own-passkey` for one to make a passkey.
 */
export interface SignInChallengeDocument {
  readonly storageId: string;
  readonly purpose:
    | 'sign-in'
    | 'password'
    | 'sign-up'
    | 'email'
    | 'factor'
    | 'new-factor'
    | 'own-factor'
    | 'factor-proof'
    | 'provider'
    | 'identity'
    | 'passkey'
    | 'own-passkey';
  /** Of the user's record; null where there is none, or none yet. */
  readonly key: string | null;
  /** SHA-256 of the address that got the mail. */
  readonly address: string;
  /** Of the user's password then; empty where there was none. */
  readonly passwordMark: string;
  readonly codeHash: string;
  readonly linkHash: string;
  /** Fields and password hash of a sign-up, the other address, the secret of an authenticator app, or what a provider is asked, sealed; or the page that asks for a passkey. */
  readonly pending?: string;
  /** Of a second factor: the first one came by mail, so that a mail is no second one. */
  readonly byMail?: true;
  /** A second factor that is mailed has been sent: `codeHash` is that of the code. */
  readonly isMailed?: true;
  /** Of a second factor by passkey: what the device signs, and its page. */
  readonly question?: string;
  /** Another way is set up, and the second factor that is there has been proved. */
  readonly hadFactor?: true;
  readonly expiresAt: Timestamp;
}

/** appDeletions/{record key}: an app user who has deleted the account, until it is gone or back. */
export interface AppDeletionDocument {
  readonly storageId: string;
  /** From then on nothing brings it back. */
  readonly goesAt: Timestamp;
  /** SHA-256 of the code that was mailed; absent for a user whom no mail reaches. */
  readonly codeHash?: string;
}

/** appUserTokens/{sha256 hex of the token}: a code in a mail. It is good for the password that it was made for, and the address. */
export interface AppUserTokenDocument {
  readonly storageId: string;
  readonly key: string;
  readonly passwordMark: string;
  /** SHA-256 of the address that got it. */
  readonly address?: string;
  /** Not for a new password: the address to go back to, sealed. */
  readonly undo?: string;
  readonly expiresAt: Timestamp;
}

/**
 * appInvitations/{hash of the storage and the address}: somebody who may become an app user. An address has one. Of a team: a user who may
 * join it; `storageId` is then `{storageId}/{teamId}`, and `fields` has the role.
 */
export interface AppInvitationDocument {
  readonly storageId: string;
  readonly email: string;
  /** Fields that the owner gives the new user, as JSON. */
  readonly fields: string;
  /** SHA-256 of what the mail has. */
  readonly secretHash: string;
  readonly createdAt: Timestamp;
  readonly expiresAt: Timestamp;
}

/** storages/{storageId}/teams/{id}: users of an app who share records. Their own records name it too, in the same commit. */
export interface TeamDocument {
  readonly name: string;
  /** By the keys of their records. */
  readonly members: Readonly<Record<string, TeamMember>>;
  readonly createdAt: Timestamp;
}

export interface TeamMember {
  readonly role: string;
  readonly since: Timestamp;
}

/** storages/{storageId}/mails/all: what the owner of a users storage has set for its mails. */
export interface AppMailsDocument {
  /** JSON of `AppMails`. */
  mails: string;
  /** Counts up with every change. */
  version: number;
  updatedAt: Timestamp;
  updatedBy: string;
}
