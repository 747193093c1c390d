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
import type * as appUsers from './documents/app-user-documents.ts';
import type * as usages from './documents/usage-documents.ts';
import type * as bills from './documents/billing-documents.ts';
import type { DeliveryDocument, EndpointDocument, HookDocument } from './documents/endpoint-documents.ts';
import type * as documents from './documents/documents.ts';
import type { BackupDocument, BackupPartDocument } from './documents/backup-documents.ts';
import type { KeptFileDocument } from './documents/kept-file-documents.ts';
import type { ErasureDocument } from './documents/erasure-documents.ts';
import type { NightlyRound } from './documents/nightly-round.ts';
import type { TrashRoundDocument } from './documents/trash-documents.ts';
import type { BeforeDocument, RecordJobDocument } from './documents/job-documents.ts';
import { collection } from './model/collection.ts';

/** Collections by name, each with the type of its documents. `Store` and `Transaction` have a reader for each. */
export const tenants = collection<documents.TenantDocument>('tenants');
export const users = collection<UserDocument<Timestamp>>('users');
export const projects = collection<ProjectDocument<Timestamp>>('projects');
export const storages = collection<StorageDocument<Timestamp>>('storages');
export const endpoints = collection<EndpointDocument>('endpoints');
export const hooks = collection<HookDocument>('hooks');
export const deliveries = collection<DeliveryDocument>('deliveries');
export const keyUse = collection<documents.KeyUseDocument>('keyUse');
export const apiKeys = collection<documents.ApiKeyDocument>('apiKeys');
/** Only the server reads them. */
export const credentials = collection<documents.CredentialDocument>('credentials');
export const sessions = collection<documents.SessionDocument>('sessions');
export const authTokens = collection<documents.AuthTokenDocument>('authTokens');
export const challenges = collection<documents.ChallengeDocument>('challenges');
export const attempts = collection<documents.AttemptsDocument>('attempts');
export const unique = collection<documents.UniqueDocument>('unique');
export const activity = collection<ActivityDocument<Timestamp>>('activity');
export const mail = collection<documents.MailDocument>('mail');
export const feedback = collection<documents.FeedbackDocument>('feedback');
export const products = collection<documents.ProductDocument>('products');
export const billing = collection<bills.BillingDocument>('billing');
export const billingOps = collection<bills.BillingOperationDocument>('billingOps');
export const subscriptions = collection<bills.SubscriptionDocument>('subscriptions');
export const creditLedger = collection<bills.CreditLedgerDocument>('creditLedger');
export const stripeEvents = collection<bills.StripeEventDocument>('stripeEvents');
export const discounts = collection<bills.DiscountDocument>('discounts');
export const usedDiscounts = collection<bills.UsedDiscountDocument>('usedDiscounts');
export const contacts = collection<documents.ContactDocument>('contacts');
export const pageVisits = collection<documents.PageVisitDocument>('pageVisits');
export const analytics = collection<documents.AnalyticsDocument>('analytics');
export const audit = collection<documents.AuditDocument>('audit');
export const usage = collection<usages.UsageDocument>('usage');
export const boughtCredits = collection<usages.BoughtCreditsDocument>('boughtCredits');
export const recordCounts = collection<usages.RecordCountsDocument>('recordCounts');
export const usageParts = collection<usages.UsagePartsDocument>('usageParts');
export const capUse = collection<usages.CapUseDocument>('capUse');
export const callSums = collection<usages.CallSumsDocument>('callSums');
export const requestChunks = collection<usages.RequestChunkDocument>('requestChunks');
export const fileUsage = collection<usages.FileUsageDocument>('fileUsage');
export const uploads = collection<documents.UploadDocument>('uploads');
export const appSessions = collection<appUsers.AppSessionDocument>('appSessions');
export const signInChallenges = collection<appUsers.SignInChallengeDocument>('signInChallenges');
export const appDeletions = collection<appUsers.AppDeletionDocument>('appDeletions');
export const appInvitations = collection<appUsers.AppInvitationDocument>('appInvitations');
export const appUserTokens = collection<appUsers.AppUserTokenDocument>('appUserTokens');
export const systemLogs = collection<documents.SystemLogDocument>('systemLogs');
export const recordJobs = collection<RecordJobDocument>('recordJobs');
export const backups = collection<BackupDocument>('backups');
export const erasures = collection<ErasureDocument>('erasures');
/** The document `nightly`. */
export const backupRounds = collection<NightlyRound>('backupRounds');
/** The document `nightly`. */
export const trashRounds = collection<TrashRoundDocument>('trashRounds');
/** The document `platform`: what staff have switched off. */
export const settings = collection<documents.PlatformDocument>('settings');
/** The document `schemas`: the versions that no write may miss. */
export const schemaVersions = collection<documents.SchemaVersionsDocument>('settings');

/** Below a storage. */
export const records = (storageId: string) => collection<RecordDocument<Timestamp>>(`storages/${storageId}/records`);
export const trash = (storageId: string) => collection<DeletedDocument<Timestamp>>(`storages/${storageId}/deleted`);
/** Beside a user's record: what the app does not see of it. */
export const accounts = (storageId: string) => collection<appUsers.AppAccountDocument>(`storages/${storageId}/accounts`);
export const secrets = (storageId: string) => collection<appUsers.PrivateDocument>(`storages/${storageId}/private`);
export const departed = (storageId: string) => collection<DepartedDocument<Timestamp>>(`storages/${storageId}/departed`);
export const numbers = (storageId: string) => collection<documents.NumbersDocument>(`storages/${storageId}/numbers`);
export const history = (storageId: string) => collection<HistoryDocument<Timestamp>>(`storages/${storageId}/history`);
export const totals = (storageId: string) => collection<documents.TotalDocument>(`storages/${storageId}/totals`);
export const keptFiles = (storageId: string) => collection<KeptFileDocument>(`storages/${storageId}/keptFiles`);
export const schemas = (storageId: string) => collection<SchemaDocument<Timestamp>>(`storages/${storageId}/schemas`);
/** The document `all`. */
export const savedViews = (storageId: string) => collection<documents.SavedViewsDocument>(`storages/${storageId}/views`);
/** The document `all`. */
export const appMails = (storageId: string) => collection<appUsers.AppMailsDocument>(`storages/${storageId}/mails`);
export const teams = (storageId: string) => collection<appUsers.TeamDocument>(`storages/${storageId}/teams`);
export const grants = (storageId: string) => collection<GrantsDocument<Timestamp>>(`storages/${storageId}/grants`);

/** Below a day of `analytics`. */
export const visitors = (day: string) => collection<documents.VisitorDocument>(`analytics/${day}/visitors`);

/** Below a job: by the record's id. */
export const beforeJob = (jobId: string) => collection<BeforeDocument>(`recordJobs/${jobId}/before`);

/** Below a backup: by the storage's id. */
export const backupParts = (backupId: string) => collection<BackupPartDocument>(`backups/${backupId}/parts`);
