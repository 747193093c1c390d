import type { InboxKind, InboxMessage } from '@bedplate/contract';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { ApiError, notFound } from '../../http/api-error.ts';
import type { Services } from '../../services.ts';
import type { Caller } from '../accounts/caller.ts';
import { deliver, queueMail } from '../mail/outbox.ts';
import { auditWrite } from './audit.ts';
import { type InboxDocument, inboxPath, messageOut } from './inbox-document.ts';

interface Place {
  kind: InboxKind;
  messageId: string;
}

const mostReplies = 50;

/** Mails an answer to the writer and keeps it with the message, which counts as read then. @throws {ApiError} not-found, conflict */
export async function replyToMessage(services: Services, caller: Caller, place: Place, text: string): Promise<InboxMessage> {
  const path = `${inboxPath(place.kind)}/${place.messageId}`;
  const now = Timestamp.fromMillis(services.clock());
  const mailId = await services.db.runTransaction(async (tx) => {
    const before = (await tx.get(services.db.doc(path))).data() as InboxDocument | undefined; // only our own code writes it
    if (!before) throw notFound('Message');
    if ((before.replies?.length ?? 0) >= mostReplies) throw new ApiError('quota-exceeded', `A message has at most ${mostReplies} replies.`);
    tx.update(services.db.doc(path), { readAt: before.readAt ?? now, replies: FieldValue.arrayUnion({ text, by: caller.name, at: now }) });
    const audit = auditWrite(services, caller, {
      action: 'Reply to message',
      target: path,
      before: { replies: before.replies?.length ?? 0 },
      after: { replies: (before.replies?.length ?? 0) + 1, text },
    });
    if (audit.kind === 'create') tx.create(services.db.doc(audit.path), audit.data);
    return queueMail(services, tx, {
      to: { name: before.fullName, address: before.email },
      template: 'staff-reply',
      values: { name: before.fullName, subject: before.subject, reply: text, quote: before.message },
    });
  });
  await deliver(services, mailId);
  return readMessage(services, place);
}

/** Marks a message as read or unread. @throws {ApiError} not-found */
export async function markMessage(services: Services, caller: Caller, place: Place, isRead: boolean): Promise<InboxMessage> {
  const path = `${inboxPath(place.kind)}/${place.messageId}`;
  await services.db.runTransaction(async (tx) => {
    const before = (await tx.get(services.db.doc(path))).data() as InboxDocument | undefined; // only our own code writes it
    if (!before) throw notFound('Message');
    if (Boolean(before.readAt) === isRead) return;
    tx.update(services.db.doc(path), { readAt: isRead ? Timestamp.fromMillis(services.clock()) : null });
    const audit = auditWrite(services, caller, {
      action: isRead ? 'Mark message as read' : 'Mark message as unread',
      target: path,
      before: { isRead: !isRead },
      after: { isRead },
    });
    if (audit.kind === 'create') tx.create(services.db.doc(audit.path), audit.data);
  });
  return readMessage(services, place);
}

async function readMessage(services: Services, { kind, messageId }: Place): Promise<InboxMessage> {
  const row = await services.records.store.get<InboxDocument>(`${inboxPath(kind)}/${messageId}`);
  if (!row) throw notFound('Message');
  return messageOut(services, kind, row.id, row.data);
}
