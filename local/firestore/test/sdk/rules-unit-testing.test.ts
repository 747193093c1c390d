import { assertFails, assertSucceeds, initializeTestEnvironment, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { doc, getDoc, serverTimestamp, setDoc, setLogLevel, writeBatch } from 'firebase/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useFirestore } from '../support/firestore-server.ts';

const rules = `rules_version = '2';
service cloud.firestore {
  match /databases/{db}/documents {
    match /notes/{id} {
      allow read: if request.auth != null;
      allow create: if request.resource.data.at == request.time && request.resource.data.owner == request.auth.uid;
      allow update: if existsAfter(/databases/$(db)/documents/logs/$(id));
    }
    match /logs/{id} { allow write: if request.auth.token.admin == true; }
  }
}`;
const { server } = useFirestore();
let environment: RulesTestEnvironment;

beforeAll(async () => {
  setLogLevel('silent');
  environment = await initializeTestEnvironment({ projectId: 'demo-rut', firestore: { host: '127.0.0.1', port: server().port, rules } });
});
afterAll(() => environment.cleanup());

test('contexts are judged by the rules, the disabled one is not', async () => {
  await environment.withSecurityRulesDisabled(async (context) => {
    await setDoc(doc(context.firestore(), 'notes/a'), { n: 1 });
  });
  await expect(assertFails(getDoc(doc(environment.unauthenticatedContext().firestore(), 'notes/a')))).resolves.toMatchObject({
    code: 'permission-denied',
  });
  await expect(assertSucceeds(getDoc(doc(environment.authenticatedContext('anna').firestore(), 'notes/a')))).resolves.not.toThrow();
});

test('request.time equals the server timestamp of the same write', async () => {
  const db = environment.authenticatedContext('anna').firestore();
  await expect(assertSucceeds(setDoc(doc(db, 'notes/b'), { owner: 'anna', at: serverTimestamp() }))).resolves.not.toThrow();
  await expect(assertFails(setDoc(doc(db, 'notes/c'), { owner: 'bert', at: serverTimestamp() }))).resolves.toMatchObject({
    code: 'permission-denied',
  });
});

test('a batch is judged by the state after it', async () => {
  const db = environment.authenticatedContext('anna', { admin: true }).firestore();
  await expect(assertFails(setDoc(doc(db, 'notes/a'), { n: 2 }))).resolves.toMatchObject({ code: 'permission-denied' });
  const batch = writeBatch(db);
  batch.set(doc(db, 'notes/a'), { n: 2 });
  batch.set(doc(db, 'logs/a'), {});
  await expect(assertSucceeds(batch.commit())).resolves.not.toThrow();
});

test('clearFirestore leaves nothing', async () => {
  await environment.clearFirestore();
  await environment.withSecurityRulesDisabled(async (context) => {
    expect((await getDoc(doc(context.firestore(), 'notes/a'))).exists()).toBe(false);
  });
});

test('rules that do not compile are refused with the place', async () => {
  const broken = initializeTestEnvironment({
    projectId: 'demo-rut2',
    firestore: { host: '127.0.0.1', port: server().port, rules: 'service cloud.firestore {' },
  });
  await expect(broken).rejects.toThrow(/firestore\.rules:\d+:\d+/);
});
