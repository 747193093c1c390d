import type { Transaction, WriteBatch } from 'firebase-admin/firestore';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { type AuditEntry, auditWrite } from '../activity/audit.ts';

/** An audit row about an account, in the SDK's commit of the change itself. A search for `tenants/{id}` finds all of one. */
export function tenantAudit(
  services: Services,
  commit: Pick<Transaction, 'create'> | Pick<WriteBatch, 'create'>,
  caller: Caller,
  { tenantId, ...entry }: Omit<AuditEntry, 'target'> & { tenantId: string },
): void {
  const write = auditWrite(services, caller, { ...entry, target: `tenants/${tenantId}` });
  if (write.kind === 'create') commit.create(services.db.doc(write.path), write.data);
}
