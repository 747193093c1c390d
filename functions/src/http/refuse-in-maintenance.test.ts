import type { Request, Response } from 'express';
import { expect, test, vi } from 'vitest';
import type { Caller } from '../domain/callers/caller.ts';
import type { Services } from '../services/services.ts';
import { refuseInMaintenance } from './refuse-in-maintenance.ts';
import type { AccountGuards } from './require-capability.ts';

test('while nobody can know whether there is a maintenance, staff change nothing either', async () => {
  const away = new Error('Firestore is away.');
  const services = { platform: { settings: () => Promise.reject(away) }, clock: Date.now } as unknown as Services; // what is asked
  const visitorOrSignedIn = async () => ({ role: 'superadmin' }) as Caller;
  const refuse = refuseInMaintenance(services, { visitorOrSignedIn } as unknown as AccountGuards);
  const next = vi.fn<() => void>();
  const change = { method: 'POST', path: '/project' } as Request;
  await expect(refuse(change, {} as Response, next)).rejects.toBe(away);
  expect(next).not.toHaveBeenCalled();
});
