import { z } from 'zod';
import { Reason } from './office-account.ts';

/** The storage that visitors of the landing page change and follow, with a key that anybody may know. In GET /app/config. */
export interface SiteDemo {
  projectId: string;
  storageId: string;
  storageKey: string;
  apiKey: string;
}

/** PUT /app/superadmin/platform/demo */
export const SiteDemoChange = z.object({
  /** A named key; empty: the landing page shows no demo. */
  apiKey: z.string().trim().max(200),
  reason: Reason.shape.reason,
});
export type SiteDemoChange = z.infer<typeof SiteDemoChange>;
