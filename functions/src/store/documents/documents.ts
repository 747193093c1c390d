/** Documents that only the server reads and writes. Documents that browsers may read are in contract/src/documents.ts. */
import type { SiteDemo } from '@bedplate/contract';
import type {
  DeviceType,
  KeyVerb,
  MessageState,
  SavedView,
  SpendCap,
  StoredFile,
  SwitchName,
  TenantLimits,
  Tier,
} from '@bedplate/contract';
import type { Timestamp } from '../model/values.ts';

/** tenants/{tenantId} */
export interface TenantDocument {
  ownerUid: string;
  ownerName: string;
  /** False when the tenant is suspended: sign-in and the data API then refuse it. */
  active: boolean;
  /** Why, since when and by whom it is suspended. */
  suspension?: { reason: string; at: Timestamp; by: { id: string; name: string } } | null;
  /** The account's own limits, set by staff; what is null or absent is the plan's. */
  limits?: Partial<TenantLimits>;
  plan: {
    tier: Tier;
    usageLimit: number;
    status: 'none' | 'subscribed' | 'cancelled';
    isActive: boolean;
    product: string | null;
    expiresAt: Timestamp | null;
  };
  /** The owner is one of the members. */
  counters: { projects: number; members: number };
  /** Document id in apiKeys of the account's present pair. */
  apiKeyId: string;
  /** An old pair that still opens for a while after a change of keys. */
  previousApiKeyId?: string | null;
  /** Bought credits, less those that went back: a payment changes them. How many are used is in boughtCredits: rules read this document. */
  extraCredits?: number;
  stripeSubscriptionId?: string | null;
  /** As shown in the console; the card itself is the payment provider's. */
  paymentMethod?: { brand: string; last4: string; expMonth: number; expYear: number } | null;
  /** Whether archives older than 30 days are deleted for good, and since when; absent: no. */
  purgeArchives?: boolean;
  purgeArchivesSince?: Timestamp | null;
  /** When its admins were last told that many records leave the trash. */
  trashToldAt?: Timestamp;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** settings/platform: what staff have switched off, and the maintenance that they announce. Absent: everything is on. */
export interface PlatformDocument {
  /** A switch that is not named is on. */
  switches: Partial<Record<SwitchName, boolean>>;
  maintenance: { message: string; startsAt: Timestamp | null; endsAt: Timestamp | null; readOnly: boolean } | null;
  /** Absent in documents of a version before. */
  demo?: SiteDemo | null;
  /** Every change has a later one than the change before it. */
  updatedAt: Timestamp;
  updatedBy: { id: string; name: string };
}

/** storages/{storageId}/numbers/{sha256 hex of a field's name}: the counter of a field that the server computes. */
export interface NumbersDocument {
  /** The first that no instance has taken. */
  next: number;
}

/** storages/{storageId}/views/all: the views that its members have named, in the order of their names; one read for all of them. */
export interface SavedViewsDocument {
  views: SavedView[];
}

/** storages/{storageId}/totals: a part of a kept total, by a name for each set of values. */
export interface TotalDocument {
  values?: Record<string, TotalEntry>;
}

/** `of` is JSON of the values; the numbers are those of `Share`. */
export type TotalEntry = { of?: string; records?: number } & {
  [name in `${'numbers' | 'high' | 'low' | 'unfit'}${number}`]?: number;
};

/** settings/schemas: by storage, the latest version of its schema; decision 074. */
export interface SchemaVersionsDocument {
  /** By storage: the version of its schema, 0 for none, and of its access rules where records carry labels by them. */
  versions: Record<string, { version: number; access?: number; at: Timestamp }>;
}

interface KeyDocument {
  tenantId: string;
  /** The switch of a named key; the account's pair asks the account itself. */
  active: boolean;
  /** Null or absent: it does not end by itself. */
  expiresAt?: Timestamp | null;
  /** Absent: the usual ones. */
  limits?: { requestsPerMinute: number | null; requestsPerMinutePerClient: number | null; cap?: SpendCap | null };
  createdAt: Timestamp;
}

/** The account's pair: it opens every project of the account. */
export interface AccountKeyDocument extends KeyDocument {
  kind: 'account';
  /** SHA-256 hex of the secret: it has 190 random bits, so a slow hash would add nothing. */
  secretHash: string;
  /** AES-256-GCM, for the console's show toggle. */
  keyCipher: string;
  secretCipher: string;
  /** The database's TTL removes an old pair after its overlap. */
  removeAt?: Timestamp;
}

/** A named key of one project, which does what it names and needs no secret. */
export interface ScopedKeyDocument extends KeyDocument {
  kind: 'scoped';
  projectId: string;
  name: string;
  /** Its last characters, to tell it from others. */
  ending: string;
  /** Storage ids, or only '*' for all storages of the project. */
  storages: string[];
  verbs: KeyVerb[];
  /** Origins of web pages that may use it; empty: any caller. */
  origins: string[];
  createdBy: string;
  updatedAt: Timestamp;
}

/** apiKeys/{sha256 hex of the API key}: one read authorises a request. */
export type ApiKeyDocument = AccountKeyDocument | ScopedKeyDocument;

/** keyUse/{id of the key}: written at most once a minute by each instance. */
export interface KeyUseDocument {
  tenantId: string;
  calls: number;
  lastUsedAt: Timestamp;
  /** Credits by UTC day (yyyymmdd), of the last two weeks. */
  days?: Readonly<Record<string, number>>;
}

/** sessions/{sid}; the rules read `uid` and `revokedAt`. */
export interface SessionDocument {
  uid: string;
  tenantId: string | null;
  createdAt: Timestamp;
  expiresAt: Timestamp;
  revokedAt: Timestamp | null;
  userAgent: string;
  ip: string;
  /** Set while staff view an account: its id, and the session to return to. */
  viewing?: { tenantId: string; from: string };
}

/**
 * credentials/{uid}: how a person proves who they are. Of a person without one, who is from version 0.1.0, Firebase still knows
 * the password.
 */
export interface CredentialDocument {
  /** Argon2id; null while no password opens the account. */
  passwordHash: string | null;
  /** Google's id (`sub`) of the Google account that opened the last session of this kind. */
  google: string | null;
  /** The person said "this was not me": nobody logs in until the password is set by a mailed link. */
  lockedAt: Timestamp | null;
  /** Links that were mailed before open nothing. */
  linksAfter: Timestamp | null;
  /** Browsers and networks of earlier logins as marks, each with its last time. */
  places: Record<string, Timestamp>;
  /** sha256 hex of the secret of the browser that registered the account: with the link of the mail it signs in once. Decision 117. */
  registeredBy?: string | null;
}

/** authTokens/{sha256 hex of the token}: links sent by mail. */
export interface AuthTokenDocument {
  kind: 'verify' | 'reset' | 'unlock' | 'not-me';
  uid: string;
  createdAt: Timestamp;
  expiresAt: Timestamp;
  usedAt: Timestamp | null;
  /** Of `not-me`: the mail was about a registration or the first login, so whoever denies it has never proved the address. */
  disowns?: boolean;
}

/** unique/{sha256 hex of scope and value}: exists while the value is taken. */
export interface UniqueDocument {
  scope: string;
  ref: string;
}

/** mail/{id}: outbox; the body is encrypted until it is sent and erased after. */
export interface MailDocument {
  to: { name: string; address: string };
  template: string;
  /** Of a mail to an app user. */
  app?: { storageId: string; language: string | null };
  payload: string | null;
  delivery: { state: 'processing' | 'success' | 'error' | 'failed'; attempts: number; error: string | null; leaseUntil: Timestamp | null };
  createdAt: Timestamp;
  expiresAt: Timestamp;
}

/** challenges/{uid}: the second factor by mail. Counters outlive a code, so that a resend does not refill the guesses. */
export interface ChallengeDocument {
  /** HMAC of user, challenge and code; null when there is no live code. */
  codeHash: string | null;
  challengeId: string;
  sentAt: Timestamp;
  codeExpiresAt: Timestamp;
  /** Wrong tries against the present code. */
  wrong: number;
  /** Codes sent and wrong tries since `hourStart`. */
  hourStart: Timestamp;
  sentInHour: number;
  wrongInHour: number;
  lockedUntil: Timestamp | null;
  expiresAt: Timestamp;
}

/** attempts/{sha256 hex of scope and value}: a counter of a fixed window. */
export interface AttemptsDocument {
  scope: string;
  count: number;
  windowEnd: Timestamp;
  expiresAt: Timestamp;
}

/** products/{productId}: a plan for sale. */
export interface ProductDocument {
  name: string;
  description: string;
  tier: Tier | null;
  price: number;
  currency: string;
  recurring: boolean;
  interval: 'day' | 'week' | 'month' | 'year' | null;
  usageLimit: number;
  stripeProductId: string | null;
  stripePriceId: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  deletedAt: Timestamp | null;
  /** The site recommends it; plans that were made before this field lack it. */
  mostChosen?: boolean;
  /** Deleted, while the payment provider may still have its price or charge subscribers again. */
  unfinished?: boolean;
}

/** feedback/{id} and contacts/{id} in the inbox of the staff: what was sent, and what staff did with it. */
export interface InboxDocument {
  fullName: string;
  email: string;
  subject: string;
  message: string;
  images?: FeedbackImage[];
  createdAt: Timestamp;
  /** Absent or null: staff have not opened it. */
  readAt?: Timestamp | null;
  state?: MessageState;
  assigneeId?: string | null;
  assigneeName?: string | null;
  replies?: { text: string; by: string; at: Timestamp }[];
}

/** feedback/{id}: what people wrote to the staff. */
export interface FeedbackDocument extends InboxDocument {
  /** Objects at feedback/{id}/…; staff see them through their download tokens. */
  images: FeedbackImage[];
  /** The signed-in person who wrote it. */
  userId: string;
  tenantId: string | null;
}

export interface FeedbackImage {
  name: string;
  size: number;
  type: string;
  path: string;
  token: string;
}

/** contacts/{id}: a message of the contact form, which has no subject. */
export interface ContactDocument extends InboxDocument {
  subject: '';
  /** Messages of earlier versions get it from a migration. */
  expiresAt?: Timestamp;
}

/** pageVisits/{id}: one page view, with what the server saw. */
export interface PageVisitDocument {
  path: string;
  ipAddress: string;
  /** ISO 3166 alpha-2; null when the platform does not know it. */
  country: string | null;
  city: string | null;
  browser: string;
  deviceType: DeviceType;
  os: string;
  isBot: boolean;
  userAgent: string;
  createdAt: Timestamp;
  /** Rows of earlier versions get it from a migration; a job removes those that are past their age. */
  expiresAt?: Timestamp;
}

/**
 * analytics/{yyyy-mm-dd} in UTC: the day's page views as counters. `pages`, `countries`, `devices` and `browsers` count people only;
 * a page's key is its path in percent-encoding with "." as %2E.
 */
export interface AnalyticsDocument {
  day: string;
  humans: number;
  bots: number;
  uniqueVisitors: number;
  pages: Record<string, number>;
  countries: Record<string, number>;
  devices: Record<string, number>;
  browsers: Record<string, number>;
  /** Of pages of the documentation: readers who found them useful, and those who did not. */
  useful?: Record<string, number>;
  notUseful?: Record<string, number>;
}

/** analytics/{day}/visitors/{keyed hash of address and browser}: who was counted that day; the key changes daily. */
export interface VisitorDocument {
  /** The last page view, some minutes exact. */
  seenAt: Timestamp;
  expiresAt: Timestamp;
}

/** audit/{id}: what staff did. Rows are only ever created; the code never changes or removes one. */
export interface AuditDocument {
  action: string;
  /** Path of the document that it is about. */
  target: string;
  before: object | null;
  after: object | null;
  actor: { id: string; name: string };
  createdAt: Timestamp;
}

/** uploads/{id}: a large file on its way. What is not completed in a day is removed by `sweepUploads`. */
export interface UploadDocument {
  readonly tenantId: string;
  readonly storageId: string;
  /** Of the record. */
  readonly key: string;
  readonly field: string;
  /** With the token that every try to complete it gives. */
  readonly file: Pick<StoredFile, 'name' | 'size' | 'type' | 'charset' | 'path'> & { readonly token?: string };
  /** Accepts bytes without authentication, so it is returned once and stored only for cancelling. */
  readonly uploadUrl: string;
  readonly expiresAt: Timestamp;
  /** Until then one call completes the upload; others may not complete or cancel it. */
  readonly completingUntil?: Timestamp;
  /** Its file is being removed: it cannot be completed any more. */
  readonly isGivenUp?: boolean;
}

/** systemLogs/{id}: a line of the log that staff can look at, without personal data. The database's TTL removes it. */
export interface SystemLogDocument {
  level: 'info' | 'error';
  message: string;
  error: { name: string; message: string; stack: string } | null;
  fileName: string | null;
  callerFunction: string | null;
  requestId: string | null;
  fields: Record<string, string | number | boolean | null>;
  createdAt: Timestamp;
  expiresAt: Timestamp;
}
