import { deleteApp, initializeApp } from 'firebase/app';
import {
  collection,
  connectFirestoreEmulator,
  deleteDoc,
  doc,
  getCountFromServer,
  getDoc,
  getDocs,
  initializeFirestore,
  onSnapshot,
  query,
  runTransaction,
  serverTimestamp,
  setDoc,
  setLogLevel,
  terminate,
  where,
} from 'firebase/firestore';
import * as lite from 'firebase/firestore/lite';
import { afterEach, expect, test } from 'vitest';
import { useFirestore } from '../support/firestore-server.ts';

const rules = `rules_version = '2';
service cloud.firestore {
  match /databases/{db}/documents {
    match /own/{id} { allow read, write: if request.auth.uid == id; }
    match /list/{id} { allow list: if resource.data.owner == request.auth.uid; allow write: if true; }
    match /open/{id} { allow read, write: if true; }
  }
}`;
const { server } = useFirestore({ rules });
setLogLevel('silent');
const clean: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of clean.splice(0)) await end();
});

let count = 0;
function web(uid?: string) {
  const app = initializeApp({ projectId: 'demo-web', apiKey: 'x' }, `web${count++}`);
  const db = initializeFirestore(app, {});
  connectFirestoreEmulator(db, '127.0.0.1', server().port, uid === undefined ? {} : { mockUserToken: { sub: uid } });
  clean.push(async () => {
    await terminate(db);
    await deleteApp(app);
  });
  return db;
}

test('reads, writes, counts and transactions work over the streams', async () => {
  const db = web();
  await setDoc(doc(db, 'open/a'), { text: 'ä😀', at: serverTimestamp() });
  expect((await getDoc(doc(db, 'open/a'))).data()?.text).toBe('ä😀');
  await runTransaction(db, async (transaction) => {
    const read = await transaction.get(doc(db, 'open/a'));
    transaction.set(doc(db, 'open/b'), { copy: read.get('text') });
  });
  expect((await getDocs(query(collection(db, 'open'), where('copy', '==', 'ä😀')))).size).toBe(1);
  expect((await getCountFromServer(collection(db, 'open'))).data().count).toBe(2);
});

test('a write that the rules refuse is reverted locally and rejected', async () => {
  const db = web('anna');
  await setDoc(doc(db, 'own/anna'), { n: 1 });
  await expect(setDoc(doc(db, 'own/bert'), { n: 1 })).rejects.toMatchObject({ code: 'permission-denied' });
  await expect(getDoc(doc(db, 'own/bert'))).rejects.toMatchObject({ code: 'permission-denied' });
  expect((await getDoc(doc(db, 'own/anna'))).data()).toEqual({ n: 1 });
});

test('a list is allowed when its constraints prove the rule, and refused otherwise', async () => {
  const db = web('anna');
  await setDoc(doc(db, 'list/1'), { owner: 'anna' });
  await setDoc(doc(db, 'list/2'), { owner: 'bert' });
  expect((await getDocs(query(collection(db, 'list'), where('owner', '==', 'anna')))).size).toBe(1);
  await expect(getDocs(collection(db, 'list'))).rejects.toMatchObject({ code: 'permission-denied' });
});

test('a document that leaves a listener’s query by a foreign write is removed without being shown', async () => {
  const anna = web('anna');
  const other = web('bert');
  await setDoc(doc(anna, 'list/x'), { owner: 'anna', secret: 1 });
  const sizes: number[] = [];
  await new Promise<void>((resolve, reject) => {
    const stop = onSnapshot(
      query(collection(anna, 'list'), where('owner', '==', 'anna'), where('secret', '==', 1)),
      (snapshot) => {
        sizes.push(snapshot.size);
        if (sizes.length === 1) void setDoc(doc(other, 'list/x'), { owner: 'bert', secret: 2 });
        if (snapshot.size === 0) {
          stop();
          resolve();
        }
      },
      reject,
    );
  });
  expect(sizes[0]).toBe(1);
  expect(sizes.at(-1)).toBe(0);
});

test('a shared change reaches both targets of one stream', async () => {
  const reader = web();
  const writer = web();
  const sizes = new Map<string, number>();
  await new Promise<void>((resolve, reject) => {
    for (const [name, target] of [
      ['all', collection(reader, 'open')],
      ['some', query(collection(reader, 'open'), where('shared', '==', 1))],
    ] as const) {
      onSnapshot(
        target,
        (snapshot) => {
          sizes.set(name, snapshot.docs.filter((found) => found.id === 'shared').length);
          if (sizes.size === 2 && sizes.get('all') === 0) void setDoc(doc(writer, 'open/shared'), { shared: 1 });
          if (sizes.get('all') === 1 && sizes.get('some') === 1) resolve();
        },
        reject,
      );
    }
  });
  expect(Object.fromEntries(sizes)).toEqual({ all: 1, some: 1 });
});

test('Lite does the same over REST', async () => {
  const app = initializeApp({ projectId: 'demo-web', apiKey: 'x' }, `lite${count++}`);
  const db = lite.initializeFirestore(app, {});
  lite.connectFirestoreEmulator(db, '127.0.0.1', server().port);
  clean.push(async () => {
    await lite.terminate(db);
    await deleteApp(app);
  });
  await lite.setDoc(lite.doc(db, 'open/lite'), { n: 1.5, nan: Number.NaN, zero: -0 });
  expect((await lite.getDoc(lite.doc(db, 'open/lite'))).data()).toEqual({ n: 1.5, nan: Number.NaN, zero: -0 });
  await lite.runTransaction(db, async (transaction) => {
    await transaction.get(lite.doc(db, 'open/lite'));
    transaction.update(lite.doc(db, 'open/lite'), { n: lite.increment(1) });
  });
  expect((await lite.getDocs(lite.query(lite.collection(db, 'open'), lite.where('n', '==', 2.5)))).size).toBe(1);
  await expect(lite.getDoc(lite.doc(db, 'own/x'))).rejects.toMatchObject({ code: 'permission-denied' });
  await lite.deleteDoc(lite.doc(db, 'open/lite'));
});

test('new rules end listeners that they no longer allow', async () => {
  const db = web('anna');
  await setDoc(doc(db, 'own/anna'), { n: 1 });
  const denied = new Promise<string>((resolve) => {
    onSnapshot(
      doc(db, 'own/anna'),
      () => void install(`service cloud.firestore { match /databases/{db}/documents { match /{p=**} { allow read, write: if false; } } }`),
      (error) => resolve(error.code),
    );
  });
  expect(await denied).toBe('permission-denied');
  await install(rules);
  await deleteDoc(doc(db, 'own/anna'));
});

async function install(content: string): Promise<void> {
  const response = await fetch(`${server().url}/emulator/v1/projects/demo-web:securityRules`, {
    method: 'PUT',
    body: JSON.stringify({ rules: { files: [{ content }] } }),
  });
  expect(response.status).toBe(200);
}
