import type { Store } from '../../store/access.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import type { LiveDocuments } from '../../store/live-documents.ts';

export interface CreditServices {
  readonly store: Store;
  readonly tenants: LiveDocuments<TenantDocument>;
  readonly now: () => number;
  /** Names this instance in documents and logs. */
  readonly instance: string;
  /** Told, before they are used, that up to `reserved` credits of a lease may be used: what remains of a lost lease is refunded by it. */
  readonly reserve?: (lease: string, reserved: number) => void;
  /** Told after each lease what share of the plan's credits is taken. */
  readonly onTaken?: (tenantId: string, percent: number) => void;
}
