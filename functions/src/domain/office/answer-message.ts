import type { InboxKind, InboxMessage, MessageChange } from '@bedplate/contract';
import { FieldValue, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { ApiError, notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { deliver, queueMail } from '../mail/outbox.ts';
import { auditIn } from '../activity/audit.ts';
import { type InboxDocument, assigneeOf, inboxPath, messageOut } from '../feedback/inbox-document.ts';
import { staffMember } from './staff.ts';

interface Place {
  kind: InboxKind;
  messageId: string;
}

const mostReplies = 50;

/** Mails an answer to the writer and keeps it with the message, which counts as read then. @throws {ApiError} not-found, conflict */
export async function replyToMessage(services: Services, caller: Caller, place: Place, text: string): Promise<InboxMessage> {
  const now = Timestamp.fromMillis(services.clock());
  const mailId = await services.db.runTransaction(async (tx) => {
    const { ref, before } = await messageAt(services, tx, place);
    const count = before.replies?.length ?? 0;
    if (count >= mostReplies) throw new ApiError('quota-exceeded', `A message has at most ${mostReplies} replies.`);
    tx.update(ref, { readAt: before.readAt ?? now, replies: FieldValue.arrayUnion({ text, by: caller.name, at: now }) });
    auditIn(services, tx, caller, {
      action: 'Reply to message',
      target: ref.path,
      before: { replies: count },
      after: { replies: count + 1, text },
    });
    return queueMail(services, tx, {
      to: { name: before.fullName, address: before.email },
      template: 'staff-reply',
      values: { name: before.fullName, subject: before.subject, reply: text, quote: before.message },
    });
  });
  await deliver(services, mailId);
  return readMessage(services, place);
}

/** Marks a message as read or unread, gives it to someone of the staff, closes or reopens it. @throws {ApiError} not-found, invalid-argument */
export async function changeMessage(services: Services, caller: Caller, place: Place, change: MessageChange): Promise<InboxMessage> {
  await services.db.runTransaction(async (tx) => {
    const { ref, before } = await messageAt(services, tx, place);
    const assignee = change.assigneeId ? await staffMember(services, tx, change.assigneeId) : null;
    const present = { isRead: Boolean(before.readAt), state: before.state ?? 'open', assignee: assigneeOf(before) };
    const wanted = {
      isRead: change.isRead ?? present.isRead,
      state: change.state ?? present.state,
      assignee: change.assigneeId === undefined ? present.assignee : assignee,
    };
    if (JSON.stringify(present) === JSON.stringify(wanted)) return;
    tx.update(ref, {
      readAt: wanted.isRead ? (before.readAt ?? Timestamp.fromMillis(services.clock())) : null,
      state: wanted.state,
      assigneeId: wanted.assignee?.id ?? null,
      assigneeName: wanted.assignee?.name ?? null,
    });
    auditIn(services, tx, caller, { action: nameOf(present, wanted), target: ref.path, before: present, after: wanted });
  });
  return readMessage(services, place);
}

interface Handling {
  isRead: boolean;
  state: string;
  assignee: { id: string } | null;
}

function nameOf(present: Handling, wanted: Handling): string {
  if (present.state !== wanted.state) return wanted.state === 'closed' ? 'Close message' : 'Reopen message';
  if (present.assignee?.id !== wanted.assignee?.id) return 'Assign message';
  return wanted.isRead ? 'Mark message as read' : 'Mark message as unread';
}

async function messageAt(services: Services, tx: Transaction, { kind, messageId }: Place) {
  const ref = services.db.doc(`${inboxPath(kind)}/${messageId}`);
  const before = (await tx.get(ref)).data() as InboxDocument | undefined; // only our own code writes it
  if (!before) throw notFound('Message');
  return { ref, before };
}

/** @throws {ApiError} not-found */
export async function readMessage(services: Services, { kind, messageId }: Place): Promise<InboxMessage> {
  const row = await services.records.store.get<InboxDocument>(`${inboxPath(kind)}/${messageId}`);
  if (!row) throw notFound('Message');
  return messageOut(services, kind, row.id, row.data);
}
