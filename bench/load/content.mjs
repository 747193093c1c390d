import { getApps, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { addressesAt } from '../../scripts/suite/addresses.mjs';

/** A refusal is counted and logged, and costs a credit where it is not 401; schedules go on meanwhile. */
const meters = new Set(['attempts', 'systemLogs', 'usage', 'usageParts', 'keyUse', 'leases', 'health']);
/** The mail that tells an account of its used credits follows the meters. */
const isAlert = /^mail\/credits-/;

/** Every document of a running copy but its meters. @returns the time of its last change by its path */
export async function contentOf(offset) {
  process.env.FIRESTORE_EMULATOR_HOST = addressesAt(offset).firestoreHost;
  if (!getApps().length) initializeApp({ projectId: 'demo-bedplate' });
  const db = getFirestore();
  const versions = new Map();
  const read = async (collections) => {
    for (const collection of collections) {
      if (meters.has(collection.id)) continue;
      const { docs } = await collection.select().get();
      for (const doc of docs.filter(({ ref }) => !isAlert.test(ref.path)))
        versions.set(doc.ref.path, `${doc.updateTime.seconds}.${doc.updateTime.nanoseconds}`);
      if (collection.id === 'storages')
        await read(docs.flatMap(({ ref }) => ['records', 'deleted', 'private'].map((id) => ref.collection(id))));
    }
  };
  await read(await db.listCollections());
  return versions;
}
