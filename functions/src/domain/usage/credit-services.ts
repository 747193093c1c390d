import type { Store } from '../../store/access.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import type { LiveDocuments } from '../../store/live-documents.ts';

export interface CreditServices {
  readonly store: Store;
  readonly tenants: LiveDocuments<TenantDocument>;
  readonly now: () => number;
  /** Names this instance in documents and logs. */
  readonly instance: string;
  /** Called before up to `reserved` credits of a lease are used; decides the refund of a lost lease. */
  readonly reserve?: (lease: string, reserved: number) => void;
  /** Called after each lease. */
  readonly onTaken?: (tenantId: string, share: TakenShare) => void;
}

/** The taken share of the plan's credits of a month, of so many. */
export interface TakenShare {
  readonly percent: number;
  readonly limit: number;
}
