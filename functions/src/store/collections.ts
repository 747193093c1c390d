import type { ActivityDocument, ProjectDocument, StorageDocument, UserDocument } from '@bedplate/contract';
import type { CollectionReference, Firestore, Timestamp } from 'firebase-admin/firestore';
import type {
  BillingDocument,
  BillingOperationDocument,
  CreditLedgerDocument,
  DiscountDocument,
  StripeEventDocument,
  SubscriptionDocument,
  UsedDiscountDocument,
} from './documents/billing-documents.ts';
import type { DeliveryDocument, EndpointDocument, HookDocument } from './documents/endpoint-documents.ts';
import type {
  ApiKeyDocument,
  AttemptsDocument,
  AuthTokenDocument,
  AnalyticsDocument,
  ChallengeDocument,
  KeyUseDocument,
  ContactDocument,
  FeedbackDocument,
  MailDocument,
  PageVisitDocument,
  ProductDocument,
  SessionDocument,
  TenantDocument,
  UniqueDocument,
} from './documents/documents.ts';

/** The account side's collections by name, each with the type of its documents. */
export function collections(db: Firestore) {
  return {
    tenants: typed<TenantDocument>(db, 'tenants'),
    users: typed<UserDocument<Timestamp>>(db, 'users'),
    projects: typed<ProjectDocument<Timestamp>>(db, 'projects'),
    storages: typed<StorageDocument<Timestamp>>(db, 'storages'),
    endpoints: typed<EndpointDocument>(db, 'endpoints'),
    hooks: typed<HookDocument>(db, 'hooks'),
    deliveries: typed<DeliveryDocument>(db, 'deliveries'),
    keyUse: typed<KeyUseDocument>(db, 'keyUse'),
    apiKeys: typed<ApiKeyDocument>(db, 'apiKeys'),
    sessions: typed<SessionDocument>(db, 'sessions'),
    authTokens: typed<AuthTokenDocument>(db, 'authTokens'),
    challenges: typed<ChallengeDocument>(db, 'challenges'),
    attempts: typed<AttemptsDocument>(db, 'attempts'),
    unique: typed<UniqueDocument>(db, 'unique'),
    activity: typed<ActivityDocument<Timestamp>>(db, 'activity'),
    mail: typed<MailDocument>(db, 'mail'),
    feedback: typed<FeedbackDocument>(db, 'feedback'),
    products: typed<ProductDocument>(db, 'products'),
    billing: typed<BillingDocument>(db, 'billing'),
    billingOps: typed<BillingOperationDocument>(db, 'billingOps'),
    subscriptions: typed<SubscriptionDocument>(db, 'subscriptions'),
    creditLedger: typed<CreditLedgerDocument>(db, 'creditLedger'),
    stripeEvents: typed<StripeEventDocument>(db, 'stripeEvents'),
    discounts: typed<DiscountDocument>(db, 'discounts'),
    usedDiscounts: typed<UsedDiscountDocument>(db, 'usedDiscounts'),
    contacts: typed<ContactDocument>(db, 'contacts'),
    pageVisits: typed<PageVisitDocument>(db, 'pageVisits'),
    analytics: typed<AnalyticsDocument>(db, 'analytics'),
  };
}

/** Only this code writes these collections, so what is read has the type that was written. */
function typed<T>(db: Firestore, name: string): CollectionReference<T> {
  return db.collection(name) as CollectionReference<T>;
}
