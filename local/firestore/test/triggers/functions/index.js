// One function for each kind of Firestore event; each writes down what it was told.
import { appendFileSync } from 'node:fs';
import {
  onDocumentCreated,
  onDocumentDeleted,
  onDocumentUpdated,
  onDocumentWritten,
  onDocumentWrittenWithAuthContext,
} from 'firebase-functions/v2/firestore';

const document = 'items/{id}';

export const created = onDocumentCreated(document, (event) => note('created', event, undefined, event.data?.data()));
export const updated = onDocumentUpdated(document, (event) => note('updated', event, event.data?.before.data(), event.data?.after.data()));
export const deleted = onDocumentDeleted(document, (event) => note('deleted', event, event.data?.data(), undefined));
export const written = onDocumentWritten(document, (event) => note('written', event, event.data?.before.data(), event.data?.after.data()));
export const deep = onDocumentCreated('{root}/{id}/parts/{part}', (event) => note('deep', event, undefined, event.data?.data()));
export const attributed = onDocumentWrittenWithAuthContext('owned/{id}', (event) =>
  note('attributed', event, undefined, { authType: event.authType, authId: event.authId ?? null }),
);

function note(kind, { id, document: path, params, time }, before, after) {
  const line = { kind, id, path, params, time, before: before ?? null, after: after ?? null };
  appendFileSync(process.env.TRIGGER_LOG ?? '', `${JSON.stringify(line)}\n`);
}
