import { randomUUID } from 'node:crypto';
import type { CommitEvent, Database, DocumentChange } from '../store/engine.ts';
import type { Caller } from '../actions/caller.ts';
import { documentToWire } from '../actions/to-wire.ts';
import { formatFieldPath } from '../model/field-path.ts';
import { identicalValues } from '../model/identical-values.ts';
import type { Document } from '../model/document.ts';
import { document, documentMask } from '../codec/messages/document.ts';
import { message, optional } from '../codec/proto/message.ts';
import { formatTimestamp } from '../codec/proto/timestamp.ts';
import type { Registration } from './registration.ts';

const documentEventData = message({ value: optional(1, document), oldValue: optional(2, document), updateMask: optional(3, documentMask) });

/** A binary-mode CloudEvent as HTTP: headers, and the protobuf payload as base64 text, which is what the functions emulator decodes. */
export interface EventRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function cloudEvent(
  database: Database,
  registration: Registration,
  { event, change, caller }: { readonly event: CommitEvent; readonly change: DocumentChange; readonly caller: Caller | undefined },
): EventRequest {
  const { path, before, after } = change;
  const data = {
    value: after && documentToWire(database, after),
    oldValue: before && documentToWire(database, before),
    updateMask: before && after ? { fieldPaths: changedFields(before, after) } : undefined,
  };
  return {
    body: documentEventData.encode(data).toString('base64'),
    headers: {
      'content-type': 'application/protobuf',
      'ce-specversion': '1.0',
      'ce-id': randomUUID(),
      'ce-source': `//firestore.googleapis.com/${database.name}`,
      'ce-type': registration.eventType,
      'ce-subject': `documents/${encodeURI(path)}`,
      'ce-time': formatTimestamp(event.commitTime),
      'ce-dataschema': 'https://github.com/googleapis/google-cloudevents/blob/main/proto/google/events/cloud/firestore/v1/data.proto',
      'ce-project': database.projectId,
      'ce-database': database.databaseId,
      'ce-namespace': database.databaseId,
      'ce-document': encodeURI(path),
      'ce-location': 'us-central1',
      ...(registration.withAuthContext && authContext(caller)),
    },
  };
}

/** Administrators are the system; a signed-in user's id goes along (docs/facts.md, "Who caused an event"). */
function authContext(caller: Caller | undefined): Record<string, string> {
  if (!caller || caller.kind === 'admin') return { 'ce-authtype': 'system' };
  if (!caller.auth) return { 'ce-authtype': 'unauthenticated' };
  return { 'ce-authtype': 'app_user', 'ce-authid': encodeURIComponent(caller.auth.uid) };
}

function changedFields(before: Document, after: Document): readonly string[] {
  const names = new Set([...before.fields.keys(), ...after.fields.keys()]);
  return [...names]
    .filter((name) => {
      const old = before.fields.get(name);
      const now = after.fields.get(name);
      return old === undefined || now === undefined || !identicalValues(old, now);
    })
    .map((name) => formatFieldPath([name]));
}
