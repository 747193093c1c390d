export { type Bedplate, createClient } from './bedplate.ts';
export type { ChangeAnswer, ChangeJob, ChangePreview, ChangeQuery } from './records/change-where.ts';
export type { BatchResult, BatchWrite, Change, DeclaredChange, Operator, Preconditions } from './records/changes.ts';
export { BedplateError, type ClientErrorCode, type ErrorCode, type FieldProblem } from './transport/errors.ts';
export type { Declared, DeclaredStorage, Expansions, ExpandTerm } from './records/expansions.ts';
export type { FieldPath } from './records/field-paths.ts';
export type { TokenOrAccess } from './livesync/checked-token.ts';
export type { LiveSync } from './livesync/core.ts';
export { createLiveSync, type LiveSyncOptions } from './livesync/create-livesync.ts';
export { applyChange, type LiveEvent, type LiveState } from './livesync/events.ts';
export type { LiveWhere } from './livesync/filter.ts';
export type { Condition, Conditions } from './records/condition.ts';
export type { CountQuery, ListQuery, Where } from './records/query.ts';
export type {
  AnyFields,
  ApiPagination,
  Expanded,
  Fields,
  FileMetadata,
  Json,
  ListAnswer,
  QueryWarning,
  Stored,
  SystemFields,
  Unavailable,
  With,
} from './records/records.ts';
export type * from './records/history.ts';
export type { DeclaredResource } from './resources/declared-storage.ts';
export { createTeams, type Team, type TeamDetails, type TeamInvitation, type TeamMember, type Teams } from './resources/teams.ts';
export { createPasskeys, type Passkey, type Passkeys, type PasskeySignIn } from './resources/passkeys.ts';
export { createHistory, type History, type HistoryPlace } from './resources/history.ts';
export { type Archived, createTrash, type Trash } from './resources/trash.ts';
export type { ApiTrash, ArchivedProjectEntry, TrashEntry } from '@bedplate/contract/trash-entry';
export type { LiveSyncResource, LiveSyncToken } from './resources/livesync.ts';
export type {
  AggregateAnswer,
  AggregateGroup,
  AggregatePair,
  AggregateQuery,
  AggregateTotals,
  CountAnswer,
  StorageResource,
} from './resources/storage.ts';
export type { UploadAnswer } from './resources/upload.ts';
export type {
  AppUser,
  Challenge,
  FactorProof,
  OwnProof,
  FactorWay,
  OwnExport,
  ProviderStart,
  SecondFactor,
  SignInAnswer,
  SignedIn,
  NewUser,
  SignUp,
  UserIdentity,
  UserInvitation,
  UserSession,
  UsersResource,
} from './resources/users.ts';
export type { ClientOptions } from './transport/client-options.ts';
export type { CallOptions } from './transport/transport.ts';
