import type {
  ActivityDocument,
  DeletedDocument,
  DepartedDocument,
  GrantsDocument,
  HistoryDocument,
  ProjectDocument,
  RecordDocument,
  SchemaDocument,
  StorageDocument,
  UserDocument,
} from '@bedplate/contract';
import type { Timestamp } from './model/values.ts';
import type {
  AppDeletionDocument,
  AppMailsDocument,
  AppInvitationDocument,
  AppSessionDocument,
  AppUserTokenDocument,
  SignInChallengeDocument,
  TeamDocument,
} from './documents/app-user-documents.ts';
import type {
  BoughtCreditsDocument,
  CallSumsDocument,
  CapUseDocument,
  FileUsageDocument,
  RecordCountsDocument,
  RequestChunkDocument,
  UsageDocument,
  UsagePartsDocument,
} from './documents/usage-documents.ts';
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
  CredentialDocument,
  KeyUseDocument,
  ContactDocument,
  FeedbackDocument,
  MailDocument,
  PageVisitDocument,
  PlatformDocument,
  NumbersDocument,
  SavedViewsDocument,
  TotalDocument,
  SchemaVersionsDocument,
  ProductDocument,
  SessionDocument,
  SystemLogDocument,
  TenantDocument,
  UniqueDocument,
  UploadDocument,
  VisitorDocument,
} from './documents/documents.ts';
import type { BackupDocument, BackupPartDocument } from './documents/backup-documents.ts';
import type { KeptFileDocument } from './documents/kept-file-documents.ts';
import type { ErasureDocument } from './documents/erasure-documents.ts';
import type { NightlyRound } from './documents/nightly-round.ts';
import type { TrashRoundDocument } from './documents/trash-documents.ts';
import type { BeforeDocument, RecordJobDocument } from './documents/job-documents.ts';
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
/** Only the server reads them. */
export const credentials = collection<CredentialDocument>('credentials');
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
export const usage = collection<UsageDocument>('usage');
export const boughtCredits = collection<BoughtCreditsDocument>('boughtCredits');
export const recordCounts = collection<RecordCountsDocument>('recordCounts');
export const usageParts = collection<UsagePartsDocument>('usageParts');
export const capUse = collection<CapUseDocument>('capUse');
export const callSums = collection<CallSumsDocument>('callSums');
export const requestChunks = collection<RequestChunkDocument>('requestChunks');
export const fileUsage = collection<FileUsageDocument>('fileUsage');
export const uploads = collection<UploadDocument>('uploads');
export const appSessions = collection<AppSessionDocument>('appSessions');
export const signInChallenges = collection<SignInChallengeDocument>('signInChallenges');
export const appDeletions = collection<AppDeletionDocument>('appDeletions');
export const appInvitations = collection<AppInvitationDocument>('appInvitations');
export const appUserTokens = collection<AppUserTokenDocument>('appUserTokens');
export const systemLogs = collection<SystemLogDocument>('systemLogs');
export const recordJobs = collection<RecordJobDocument>('recordJobs');
export const backups = collection<BackupDocument>('backups');
export const erasures = collection<ErasureDocument>('erasures');
/** The document `nightly`. */
export const backupRounds = collection<NightlyRound>('backupRounds');
/** The document `nightly`. */
export const trashRounds = collection<TrashRoundDocument>('trashRounds');
/** The document `platform`: what staff have switched off. */
export const settings = collection<PlatformDocument>('settings');
/** The document `schemas`: the versions that no write may miss. */
export const schemaVersions = collection<SchemaVersionsDocument>('settings');

/** Below a storage. */
export const records = (storageId: string) => collection<RecordDocument<Timestamp>>(`storages/${storageId}/records`);
export const trash = (storageId: string) => collection<DeletedDocument<Timestamp>>(`storages/${storageId}/deleted`);
export const departed = (storageId: string) => collection<DepartedDocument<Timestamp>>(`storages/${storageId}/departed`);
export const numbers = (storageId: string) => collection<NumbersDocument>(`storages/${storageId}/numbers`);
export const history = (storageId: string) => collection<HistoryDocument<Timestamp>>(`storages/${storageId}/history`);
export const totals = (storageId: string) => collection<TotalDocument>(`storages/${storageId}/totals`);
export const keptFiles = (storageId: string) => collection<KeptFileDocument>(`storages/${storageId}/keptFiles`);
export const schemas = (storageId: string) => collection<SchemaDocument<Timestamp>>(`storages/${storageId}/schemas`);
/** The document `all`. */
export const savedViews = (storageId: string) => collection<SavedViewsDocument>(`storages/${storageId}/views`);
/** The document `all`. */
export const appMails = (storageId: string) => collection<AppMailsDocument>(`storages/${storageId}/mails`);
export const teams = (storageId: string) => collection<TeamDocument>(`storages/${storageId}/teams`);
export const grants = (storageId: string) => collection<GrantsDocument<Timestamp>>(`storages/${storageId}/grants`);

/** Below a day of `analytics`. */
export const visitors = (day: string) => collection<VisitorDocument>(`analytics/${day}/visitors`);

/** Below a job: by the record's id. */
export const beforeJob = (jobId: string) => collection<BeforeDocument>(`recordJobs/${jobId}/before`);

/** Below a backup: by the storage's id. */
export const backupParts = (backupId: string) => collection<BackupPartDocument>(`backups/${backupId}/parts`);
