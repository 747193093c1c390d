/**
 * The views of platform staff: rows of the lists under /superadmin, figures of the dashboard, the inbox, the system logs.
 * Times are ISO 8601.
 */

export interface OfficeOwner {
  id: string;
  name: string;
}

export interface OfficeUser {
  id: string;
  name: string;
  email: string;
  role: string;
  is_active: boolean;
  is_verified: boolean;
  /** Null for platform staff. */
  tenantId: string | null;
  /** The account is suspended. */
  is_suspended: boolean;
  /** The account's plan as staff see it: its product's name, or its tier. */
  plan: string | null;
  last_login: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface OfficeProject {
  id: string;
  name: string;
  description: string;
  user: OfficeOwner;
  tenantId: string;
  createdAt: string;
  updatedAt: string;
}

export interface OfficeStorage {
  id: string;
  user: OfficeOwner;
  project: OfficeOwner;
  tenantId: string;
  storageName: string;
  storageKey: string;
  is_softDelete: boolean;
  createdAt: string;
}

export interface OfficeArchivedStorage {
  id: string;
  originalId: string;
  projectId: string;
  userId: string;
  user: OfficeOwner;
  project: OfficeOwner;
  tenantId: string;
  storageName: string;
  storageKey: string;
  isSoftDelete: boolean;
  originalCreatedAt: string;
  /** When it was archived. */
  createdAt: string;
}

export interface OfficeEndpoint {
  id: string;
  project: OfficeOwner;
  user: OfficeOwner;
  tenantId: string;
  dataStorage: { storageName: string };
  endpoint: string;
  headers: string[];
  functionality: string;
  method: string;
  createdAt: string;
}

export interface PageVisit {
  id: string;
  path: string;
  ipAddress: string;
  country: string | null;
  city: string | null;
  browser: string;
  deviceType: string;
  os: string;
  isBot: boolean;
  userAgent: string;
  createdAt: string;
}

/** A figure of the dashboard: in a list its count is a string, in totals it is a number. */
export interface Counted {
  name: string;
  count: string;
}

/** GET /app/superadmin/analytics: `data`. Lists come largest first, from the counters of the days asked for. */
export interface Analytics {
  userStats: { total: number; last24Hours: number; last7Days: number; last30Days: number };
  uniqueVisitors: { total: number; last24Hours: number; daily: { date: string; count: string }[] };
  mostVisitedPages: { path: string; count: string }[];
  visitsPerPage: Counted[];
  visitsPerCountry: Counted[];
  visitsPerDevice: Counted[];
  visitsPerBrowser: Counted[];
  botVsHuman: Counted[];
  /** Votes of readers on pages of the documentation; the least useful first. */
  documentation: PageVotes[];
}

export interface PageVotes {
  path: string;
  useful: number;
  notUseful: number;
}

export const inboxKinds = ['feedback', 'contact'] as const;
export type InboxKind = (typeof inboxKinds)[number];

export const messageStates = ['open', 'closed'] as const;
export type MessageState = (typeof messageStates)[number];

/** One message of the inbox. */
export interface InboxMessage {
  id: string;
  type: InboxKind;
  fullName: string;
  email: string;
  subject?: string;
  message: string;
  createdAt: string;
  isRead: boolean;
  state: MessageState;
  /** The member of staff in charge of it, or null. */
  assignee: OfficeOwner | null;
  replies: { text: string; by: string; at: string }[];
  /** Of feedback only; `dataUrl` is a signed URL that opens the image. */
  images?: { name: string; dataUrl: string }[];
}

/** GET /app/feedback: a page of each kind, and of both together in `all`. */
export interface Inbox {
  messages: Record<InboxKind | 'all', { items: InboxMessage[]; total: number }>;
}

/** PUT /app/superadmin/messages/{kind}/{id}: what is given changes. */
export interface MessageChange {
  isRead?: boolean | undefined;
  state?: MessageState | undefined;
  /** Id of someone of the staff, or null for nobody. */
  assigneeId?: string | null | undefined;
}

/** GET /app/logs: one row. */
export interface SystemLogRow {
  id: string;
  level: 'info' | 'error';
  timestamp: string;
  message: string;
  /** Null for an info entry. */
  error: { name: string; message: string; stack: string } | null;
  fileName: string | null;
  callerFunction: string | null;
  requestId: string | null;
  /** Further values of the entry, for example a path or a status. */
  fields: Record<string, string | number | boolean | null>;
}

/** Actions of staff, as the audit names them. */
export const auditActions = [
  'Add discount',
  'Add product',
  'Change limits',
  'Change platform',
  'Change subscription',
  'Check health',
  'Delete product',
  'Download list',
  'End given plan',
  'End plan',
  'End viewing',
  'Lift suspension',
  'Make superadmin',
  'Reply to message',
  'Start viewing',
  'Suspend account',
  'Update discount',
  'Update product',
  'Assign message',
  'Close message',
  'Mark message as read',
  'Mark message as unread',
  'Reopen message',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** GET /app/superadmin/audit: one thing that staff did. */
export interface AuditRow {
  id: string;
  actor: OfficeOwner;
  /** One of `auditActions`, or of a version before. */
  action: string;
  target: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  createdAt: string;
}

export const officeLimits = {
  reply: 5000,
  analyticsDays: 366,
  logsOfDay: 500,
  /** Rows of one download. */
  exportedRows: 50_000,
  /** Rows that a page may lie behind the one where reading begins: skipped rows are paid for. */
  skippedRows: 1000,
} as const;

/** GET /app/superadmin/products: one row. */
export interface OfficeProduct {
  id: string;
  stripeProductId: string | null;
  name: string;
  description: string;
  usageLimit: number;
  tier: string | null;
  price: number;
  currency: string;
  recurring: boolean;
  interval: 'day' | 'week' | 'month' | 'year' | null;
  mostChosen: boolean;
  /** Problems that staff should mend. */
  warning: string | null;
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
}

/** GET /app/superadmin/discounts: one row. */
export interface OfficeDiscount {
  id: string;
  code: string;
  description: string;
  percentage_value: number | null;
  fixed_value: number | null;
  /** Uses that are left. */
  number_of_use: number;
  /** Uses that are not left any more. */
  uses_taken: number;
  expiresAt: string;
  is_active: boolean;
}

/** GET /app/superadmin/used-discounts: one row. */
export interface OfficeUsedDiscount {
  id: string;
  discount_id: string;
  user_id: string;
  discount: { code: string };
  user: { name: string | null };
  tenantId: string;
  createdAt: string;
}

/** GET /app/superadmin/subscriptions: one row. */
export interface OfficeSubscription {
  id: string;
  user: { name: string | null };
  tenantId: string;
  product: { name: string | null };
  tier: string | null;
  usageLimit: number;
  paid: boolean;
  currency: string;
  isActive: boolean;
  stripeSubscriptionId: string | null;
  subscriptionStatus: string;
  expiresAt: string | null;
  /** It is past its end by a day, and the payment provider has not said what becomes of it. */
  isPastEnd: boolean;
}

/** GET /app/superadmin/apiusages and /apiusagehistories: one row; a limit in the first, a time in the second. */
export interface OfficeApiUsage {
  id: string;
  user: { name: string | null };
  tenantId: string;
  usage: number;
  limit?: number;
  createdAt?: string;
}
