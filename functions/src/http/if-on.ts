import type { SwitchName } from '@bedplate/contract';
import { requireOn } from '../domain/platform/require-on.ts';
import type { Services } from '../services/services.ts';
import type { Guard } from './handle.ts';

/** Guards a feature that staff can switch off. An unauthorised caller does not learn about the switch. @throws {ApiError} feature-off */
export function ifOn<C>(services: Services, name: SwitchName, guard: Guard<C>): Guard<C> {
  return async (req) => {
    const caller = await guard(req);
    await requireOn(services, name);
    return caller;
  };
}
