import type { ReactNode } from 'react';
import { t } from '../texts/index.ts';
import { usePlatform } from './platform/platform.ts';
import { useSignedIn } from './session/session.ts';

/** @returns what the server would answer to a change at this moment; null while it takes them. Staff go on: they end a maintenance. */
export function useRefusal(): string | null {
  const platform = usePlatform();
  const { role } = useSignedIn();
  const refuses = platform?.isRunning && platform.maintenance?.readOnly && role !== 'superadmin';
  return refuses ? t('message.readOnly') : null;
}

/** Holds what changes something: while changes are refused it stays in sight, cannot be used and says why. */
export function Writes({ children }: { children: ReactNode }) {
  const refusal = useRefusal();
  // Always there: what is typed or chosen in it outlasts a maintenance.
  return (
    <fieldset
      disabled={refusal !== null}
      title={refusal ?? undefined}
      role={refusal === null ? 'presentation' : undefined}
      style={{ display: 'contents' }}
    >
      {children}
    </fieldset>
  );
}
