/// <reference lib="dom" />
// Runs inside Chromium: the web SDK over WebChannel. `scenario` answers what a person using the SDK would see.
import { initializeApp } from 'firebase/app';
import {
  addDoc,
  collection,
  connectFirestoreEmulator,
  deleteDoc,
  doc,
  getCountFromServer,
  getDoc,
  initializeFirestore,
  limit,
  onSnapshot,
  orderBy,
  query,
  runTransaction,
  setDoc,
  setLogLevel,
  terminate,
  where,
  writeBatch,
} from 'firebase/firestore';

interface Settings {
  readonly port: number;
  readonly longPolling: boolean;
}

declare global {
  interface Window {
    scenario(settings: Settings): Promise<Record<string, unknown>>;
  }
}

window.scenario = async ({ port, longPolling }) => {
  setLogLevel('silent');
  const app = initializeApp({ projectId: 'demo-browser', apiKey: 'x' }, `app-${longPolling}`);
  const db = initializeFirestore(app, { experimentalForceLongPolling: longPolling });
  connectFirestoreEmulator(db, '127.0.0.1', port, { mockUserToken: { sub: 'anna' } });
  const root = `open/${longPolling ? 'polling' : 'streaming'}`;
  const items = collection(db, `${root}/items`);

  const live: string[][] = [];
  const arrivals: (() => void)[] = [];
  const stop = onSnapshot(query(items, orderBy('n')), { includeMetadataChanges: true }, (snapshot) => {
    if (snapshot.metadata.hasPendingWrites || snapshot.metadata.fromCache) return;
    live.push(snapshot.docs.map((found) => String(found.get('text'))));
    for (const arrived of arrivals.splice(0)) arrived();
  });
  const until = async (count: number) => {
    while ((live.at(-1)?.length ?? -1) !== count) await new Promise<void>((resolve) => arrivals.push(resolve));
  };

  await until(0);
  await setDoc(doc(items, 'a'), { n: 1, text: 'ä😀' });
  await addDoc(items, { n: 2, text: 'two' });
  await until(2);
  const batch = writeBatch(db);
  for (let n = 3; n <= 60; n++) batch.set(doc(items), { n, text: `${n} ${'ü'.repeat(500)}` });
  await batch.commit();
  await until(60);
  await runTransaction(db, async (transaction) => {
    const read = await transaction.get(doc(items, 'a'));
    transaction.update(doc(items, 'a'), { n: read.get('n') + 0.5 });
  });
  const count = (await getCountFromServer(query(items, where('n', '>', 2)))).data().count;
  const first = await new Promise<string[]>((resolve) => {
    const end = onSnapshot(query(items, orderBy('n'), limit(1)), { includeMetadataChanges: true }, (snapshot) => {
      if (snapshot.metadata.fromCache) return;
      end();
      resolve(snapshot.docs.map((found) => found.id));
    });
  });
  await deleteDoc(doc(items, 'a'));
  await until(59);
  stop();

  const refusedWrite = await setDoc(doc(db, 'closed/a'), { n: 1 }).then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  );
  const refusedRead = await new Promise<string>((resolve) => {
    onSnapshot(
      doc(db, 'closed/a'),
      () => resolve('shown'),
      (error) => resolve(error.code),
    );
  });
  const afterRefusal = await setDoc(doc(db, `${root}/items/z`), { n: 99 }).then(() => getDoc(doc(db, `${root}/items/z`)));
  await terminate(db);
  return {
    text: live.find((texts) => texts.length > 0)?.[0],
    snapshots: live.length,
    count,
    first,
    refusedWrite,
    refusedRead,
    after: afterRefusal.get('n'),
  };
};
