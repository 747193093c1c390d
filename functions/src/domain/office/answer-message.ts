import type { AuditAction, InboxKind, InboxMessage, MessageChange } from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import type { InboxDocument } from '../../store/documents/documents.ts';
import type { Row } from '../../store/model/row.ts';
import { Timestamp, withElements } from '../../store/model/values.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { Caller } from '../callers/caller.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import { auditWrite } from '../activity/audit.ts';
import { noteOf, noteWrite } from '../activity/once.ts';
import { assigneeOf, inboxOf, messageOut } from '../feedback/inbox-document.ts';
import { staffMember } from './staff.ts';

interface Place {
  kind: InboxKind;
  messageId: string;
}

const mostReplies = 50;

/**
 * Mails an answer to the writer and keeps it with the message, which counts as read then. One that is sent again with its key is
 * mailed once.
 * @throws {ApiError} not-found, quota-exceeded
 */
export async function replyToMessage(
  services: Services,
  { caller, place, answer: { text, key } }: { caller: Caller; place: Place; answer: { text: string; key?: string | undefined } },
): Promise<InboxMessage> {
  const order = { by: caller, action: `Reply to ${place.kind}/${place.messageId}`, key };
  const now = Timestamp.fromMillis(services.clock());
  const mailId = await services.store.transaction(async (tx) => {
    const { data: before, path } = await messageAt(tx, place);
    if ((await noteOf(tx, order)) !== null) return null;
    const count = before.replies?.length ?? 0;
    if (count >= mostReplies) throw new ApiError('quota-exceeded', say('repliesMany', { max: mostReplies }));
    const mail = newMail(services, {
      to: { name: before.fullName, address: before.email },
      template: 'staff-reply',
      values: { name: before.fullName, subject: before.subject, reply: text, quote: before.message },
    });
    const row = { action: 'Reply to message' as const, target: path, before: { replies: count }, after: { replies: count + 1, text } };
    tx.write(
      inboxOf(place.kind).update(place.messageId, {
        readAt: before.readAt ?? now,
        replies: withElements({ text, by: caller.name, at: now }),
      }),
      auditWrite(services, caller, row),
      mail.write,
      ...noteWrite(order, mail.id),
    );
    return mail.id;
  });
  if (mailId) await deliver(services, mailId);
  return readMessage(services, place);
}

/** Marks a message as read or unread, gives it to someone of the staff, closes or reopens it. @throws {ApiError} not-found, invalid-argument */
export async function changeMessage(
  services: Services,
  { caller, place, change }: { caller: Caller; place: Place; change: MessageChange },
): Promise<InboxMessage> {
  await services.store.transaction(async (tx) => {
    const { data: before, path } = await messageAt(tx, place);
    const assignee = change.assigneeId ? await staffMember(tx, change.assigneeId) : null;
    const present = { isRead: Boolean(before.readAt), state: before.state ?? 'open', assignee: assigneeOf(before) };
    const wanted = {
      isRead: change.isRead ?? present.isRead,
      state: change.state ?? present.state,
      assignee: change.assigneeId === undefined ? present.assignee : assignee,
    };
    if (JSON.stringify(present) === JSON.stringify(wanted)) return;
    const changes = {
      readAt: wanted.isRead ? (before.readAt ?? Timestamp.fromMillis(services.clock())) : null,
      state: wanted.state,
      assigneeId: wanted.assignee?.id ?? null,
      assigneeName: wanted.assignee?.name ?? null,
    };
    const row = { action: nameOf(present, wanted), target: path, before: present, after: wanted };
    tx.write(inboxOf(place.kind).update(place.messageId, changes), auditWrite(services, caller, row));
  });
  return readMessage(services, place);
}

interface Handling {
  isRead: boolean;
  state: string;
  assignee: { id: string } | null;
}

function nameOf(present: Handling, wanted: Handling): AuditAction {
  if (present.state !== wanted.state) return wanted.state === 'closed' ? 'Close message' : 'Reopen message';
  if (present.assignee?.id !== wanted.assignee?.id) return 'Assign message';
  return wanted.isRead ? 'Mark message as read' : 'Mark message as unread';
}

async function messageAt(tx: Transaction, { kind, messageId }: Place): Promise<Row<InboxDocument>> {
  const row = await tx.in(inboxOf(kind)).get(messageId);
  if (!row) throw notFound('Message');
  return row;
}

/** @throws {ApiError} not-found */
export async function readMessage(services: Services, { kind, messageId }: Place): Promise<InboxMessage> {
  const row = await services.store.in(inboxOf(kind)).get(messageId);
  if (!row) throw notFound('Message');
  return messageOut(services, { kind, id: row.id, document: row.data });
}
