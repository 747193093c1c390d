import { makeSuperadmin } from '../domain/office/make-superadmin.ts';
import { openStore } from '../store/connect.ts';
import { createIdMaker } from '../store/time-ordered-id.ts';

/** The program behind `npm run make-superadmin`: the project and the person's address. */
const [projectId = '', email = ''] = process.argv.slice(2);
const store = openStore({ projectId, emulator: process.env.FIRESTORE_EMULATOR_HOST ?? null }, Date.now);

// Google's library throws a missing login where no caller can catch it.
process.on('uncaughtException', (error) => {
  tell(error);
  process.exit(1);
});

try {
  console.log(await makeSuperadmin({ store, clock: Date.now, makeId: createIdMaker() }, email));
} catch (error) {
  tell(error);
  process.exitCode = 1; // its transaction is still being rolled back, or its locks would hold up the next try
}

function tell(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  console.error(/default credentials/.test(message) ? 'You are not logged in: gcloud auth application-default login' : message);
}
