import type { Store } from '../../store/access.ts';
import { boughtCredits } from '../../store/collections.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import type { BoughtCreditsDocument } from '../../store/documents/usage-documents.ts';
import type { Row } from '../../store/model/row.ts';
import { increment } from '../../store/model/values.ts';
import type { Write } from '../../store/model/writes.ts';

/**
 * Bought credits that are left: what payments gave the account, less what is used of it, which has a document of its own. Rules read
 * the account, and each change of it is billed to every listener. Negative after credits in use went back with their money.
 */
export function boughtLeft(tenant: TenantDocument | undefined, uses: BoughtCreditsDocument | undefined): number {
  return (tenant?.extraCredits ?? 0) - (uses?.used ?? 0);
}

interface Bought {
  readonly left: number;
  /** The write that uses some; it fails when others have used any meanwhile. */
  use(credits: number): Write;
}

export async function readBought(store: Store, tenantId: string): Promise<Bought> {
  const [tenant, uses] = await Promise.all([store.tenants.get(tenantId), store.boughtCredits.get(tenantId)]);
  return { left: boughtLeft(tenant?.data, uses?.data), use: (credits) => useOf(uses, tenantId, credits) };
}

function useOf(uses: Row<BoughtCreditsDocument> | null, tenantId: string, credits: number): Write {
  if (!uses) return boughtCredits.create(tenantId, { used: credits });
  return boughtCredits.update(tenantId, { used: increment(credits) }, { lastUpdateTime: uses.updateTime });
}
