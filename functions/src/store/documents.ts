/** Documents that only the server reads and writes. Documents that browsers may read are in contract/src/documents.ts. */
import type { Tier } from '@bedplate/contract';
import type { Timestamp } from 'firebase-admin/firestore';

/** tenants/{tenantId} */
export interface TenantDocument {
  ownerUid: string;
  ownerName: string;
  /** False when the tenant is suspended: nobody signs in, and the data API refuses its keys. */
  active: boolean;
  /** False while the owner is deactivated: the data API refuses the keys, other admins go on. Absent counts as true. */
  ownerActive?: boolean;
  plan: {
    tier: Tier;
    usageLimit: number;
    status: 'none' | 'subscribed' | 'cancelled';
    isActive: boolean;
    product: string | null;
    expiresAt: Timestamp | null;
  };
  counters: { projects: number; members: number };
  /** Document id in apiKeys of the account's present pair. */
  apiKeyId: string;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** apiKeys/{sha256 hex of the API key}: one read authorises a request. */
export interface ApiKeyDocument {
  tenantId: string;
  kind: 'account';
  /** Whether the tenant and its owner are active, so that no second read is needed. */
  active: boolean;
  /** SHA-256 hex of the secret: it has 190 random bits, so a slow hash would add nothing. */
  secretHash: string;
  /** AES-256-GCM, for the console's show toggle. */
  keyCipher: string;
  secretCipher: string;
  createdAt: Timestamp;
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
}

/** authTokens/{sha256 hex of the token}: links sent by mail. */
export interface AuthTokenDocument {
  kind: 'verify' | 'reset' | 'unlock';
  uid: string;
  createdAt: Timestamp;
  expiresAt: Timestamp;
  usedAt: Timestamp | null;
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
}

/** feedback/{id}: what people wrote to the staff. */
export interface FeedbackDocument {
  fullName: string;
  email: string;
  subject: string;
  message: string;
  /** Objects at feedback/{id}/…; staff see them through their download tokens. */
  images: FeedbackImage[];
  /** Who was signed in. */
  userId: string;
  tenantId: string | null;
  createdAt: Timestamp;
}

export interface FeedbackImage {
  name: string;
  size: number;
  type: string;
  path: string;
  token: string;
}
