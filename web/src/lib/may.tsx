import { type Capability, can } from '@bedplate/contract';
import type { ReactNode } from 'react';
import { useSignedIn } from './session/session.ts';
import { Writes } from './writes.tsx';

export type May = (capability: Capability) => boolean;

/**
 * Capabilities that staff do not have while they view an account: changes, and the export of whole
 * tables. The pages open nevertheless.
 */
const notWhileViewing: ReadonlySet<Capability> = new Set<Capability>([
  'projects.write',
  'users.manage',
  'billing.manage',
  'storages.write',
  'storages.archived',
  'records.write',
  'records.export',
  'requests.export',
  'endpoints.write',
  'files',
  'feedback.send',
]);

/**
 * Whether a button may be offered here: the role's capability, unless the person only looks at the
 * account. The server has the last word.
 */
export function useMay(): May {
  const { role, viewing } = useSignedIn();
  return (capability) => can(role, capability) && !(viewing !== null && notWhileViewing.has(capability));
}

/** Shows what changes something to those who may. */
export function IfMay({ to, children }: { to: Capability; children: ReactNode }) {
  return useMay()(to) ? <Writes>{children}</Writes> : null;
}
