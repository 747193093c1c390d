import type { HealthPartName } from '@bedplate/contract';
import type { Services } from '../../../services/services.ts';
import { healthPaths } from '../../../store/documents/health-documents.ts';
import { set } from '../../../store/model/writes.ts';
import { type Finding, timed } from './finding.ts';

/** Uses each part once, all in parallel. @param longest milliseconds for each */
export async function probeParts(services: Services, longest: number): Promise<Record<HealthPartName, Finding>> {
  const [functions, firestore, storage, mail, stripe] = await Promise.all([
    timed(() => functionsAnswer(services, longest), { slow: 3000, longest }),
    timed(() => firestoreKeeps(services), { slow: 1000, longest }),
    timed(() => storageKeeps(services), { slow: 3000, longest }),
    timed(() => services.mailer.verify(), { slow: 3000, longest }),
    timed(() => stripeAnswers(services, longest), { slow: 3000, longest }),
  ]);
  return { functions, firestore, storage, mail, stripe };
}

/** Calls from outside, as apps do: through the host and its rewrite to the function. */
async function functionsAnswer({ config }: Services, longest: number): Promise<void> {
  const response = await fetch(`${config.publicOrigin}/api/health`, { signal: AbortSignal.timeout(longest), redirect: 'error' });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The data API answered ${response.status}.`);
}

async function firestoreKeeps({ store, clock }: Services): Promise<void> {
  const at = clock();
  await store.commit([set(healthPaths.probe, { at })]);
  const kept = await store.get(healthPaths.probe);
  // A check that runs at the same time may have written later.
  if (!kept || kept.data.at < at) throw new Error('What was written is not read back.');
}

/** A new object each time: parallel checks do not remove each other's. */
async function storageKeeps({ bucket, makeId }: Services): Promise<void> {
  const file = bucket.file(`health/${makeId().id}`);
  await file.save('ok', { resumable: false, validation: false, contentType: 'text/plain' });
  const [content] = await file.download({ validation: false });
  await file.delete({ ignoreNotFound: true });
  if (content.toString() !== 'ok') throw new Error('What was written is not read back.');
}

/** Reads an event, as the nightly comparison does: a restricted key has this right. */
async function stripeAnswers(services: Services, longest: number): Promise<'off' | void> {
  if (!services.config.stripe.secretKey) return 'off';
  await services.stripe.events.list({ limit: 1 }, { timeout: longest, maxNetworkRetries: 0 });
}
