import { makeSuperadmin } from '../domain/office/make-superadmin.ts';
import { openStore } from '../store/connect.ts';
import { createIdMaker } from '../store/time-ordered-id.ts';

/** The program behind `npm run make-superadmin`: the project and the person's address. */
const [projectId = '', email = ''] = process.argv.slice(2);
const store = openStore({ projectId, emulator: process.env.FIRESTORE_EMULATOR_HOST ?? null }, Date.now);

try {
  console.log(await makeSuperadmin({ store, clock: Date.now, makeId: createIdMaker() }, email));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
