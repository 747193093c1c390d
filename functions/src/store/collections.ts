import type {
  ActivityDocument,
  DeletedDocument,
  DepartedDocument,
  ProjectDocument,
  RecordDocument,
  StorageDocument,
  UserDocument,
} from '@bedplate/contract';
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
  AuditDocument,
  AttemptsDocument,
  AuthTokenDocument,
  AnalyticsDocument,
  ChallengeDocument,
  KeyUseDocument,
  ContactDocument,
  FeedbackDocument,
  MailDocument,
  PageVisitDocument,
  PlatformDocument,
  ProductDocument,
  SessionDocument,
  TenantDocument,
  UniqueDocument,
  VisitorDocument,
} from './documents/documents.ts';
import { collection } from './model/collection.ts';

/** Collections by name, each with the type of its documents. `Store` and `Transaction` have a reader for each. */
export const tenants = collection<TenantDocument>('tenants');
export const users = collection<UserDocument<Timestamp>>('users');
export const projects = collection<ProjectDocument<Timestamp>>('projects');
export const storages = collection<StorageDocument<Timestamp>>('storages');
export const endpoints = collection<EndpointDocument>('endpoints');
export const hooks = collection<HookDocument>('hooks');
export const deliveries = collection<DeliveryDocument>('deliveries');
export const keyUse = collection<KeyUseDocument>('keyUse');
export const apiKeys = collection<ApiKeyDocument>('apiKeys');
export const sessions = collection<SessionDocument>('sessions');
export const authTokens = collection<AuthTokenDocument>('authTokens');
export const challenges = collection<ChallengeDocument>('challenges');
export const attempts = collection<AttemptsDocument>('attempts');
export const unique = collection<UniqueDocument>('unique');
export const activity = collection<ActivityDocument<Timestamp>>('activity');
export const mail = collection<MailDocument>('mail');
export const feedback = collection<FeedbackDocument>('feedback');
export const products = collection<ProductDocument>('products');
export const billing = collection<BillingDocument>('billing');
export const billingOps = collection<BillingOperationDocument>('billingOps');
export const subscriptions = collection<SubscriptionDocument>('subscriptions');
export const creditLedger = collection<CreditLedgerDocument>('creditLedger');
export const stripeEvents = collection<StripeEventDocument>('stripeEvents');
export const discounts = collection<DiscountDocument>('discounts');
export const usedDiscounts = collection<UsedDiscountDocument>('usedDiscounts');
export const contacts = collection<ContactDocument>('contacts');
export const pageVisits = collection<PageVisitDocument>('pageVisits');
export const analytics = collection<AnalyticsDocument>('analytics');
export const audit = collection<AuditDocument>('audit');
/** The document `platform`: what staff have switched off. */
export const settings = collection<PlatformDocument>('settings');

/** Below a storage. */
export const records = (storageId: string) => collection<RecordDocument<Timestamp>>(`storages/${storageId}/records`);
export const trash = (storageId: string) => collection<DeletedDocument<Timestamp>>(`storages/${storageId}/deleted`);
export const departed = (storageId: string) => collection<DepartedDocument<Timestamp>>(`storages/${storageId}/departed`);

/** Below a day of `analytics`. */
export const visitors = (day: string) => collection<VisitorDocument>(`analytics/${day}/visitors`);

/** For code that still asks the SDK. The account side's collections by name, each with the type of its documents. */
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
