import type { InboxKind, InboxMessage, OfficeOwner } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { contacts, feedback } from '../../store/collections.ts';
import type { InboxDocument } from '../../store/documents/documents.ts';
import type { Collection } from '../../store/model/collection.ts';
import { imageLink } from './image-link.ts';
import { searchFields } from '../search-text/search-fields.ts';

/** The inbox's fields of a new message: it is open, not assigned, and found by any part of its sender and subject. */
export function newInInbox(message: Pick<InboxDocument, 'fullName' | 'email' | 'subject'>): { state: 'open'; assigneeId: null } {
  return { state: 'open', assigneeId: null, ...searchFields(inboxTexts(message)) };
}

/** The texts that the inbox's search looks into. */
export function inboxTexts({ fullName, email, subject }: Pick<InboxDocument, 'fullName' | 'email' | 'subject'>): string[] {
  return [fullName, email, subject];
}

export function inboxOf(kind: InboxKind): Collection<InboxDocument> {
  return kind === 'feedback' ? feedback : contacts;
}

export function messageOut(
  services: Services,
  { kind, id, document }: { kind: InboxKind; id: string; document: InboxDocument },
): InboxMessage {
  const { fullName, email, subject, message, images, createdAt, readAt, state = 'open', replies = [] } = document;
  return {
    id,
    type: kind,
    fullName,
    email,
    subject,
    message,
    createdAt: createdAt.toDate().toISOString(),
    isRead: Boolean(readAt),
    state,
    assignee: assigneeOf(document),
    replies: replies.map(({ text, by, at }) => ({ text, by, at: at.toDate().toISOString() })),
    ...(kind === 'feedback' ? { images: (images ?? []).map((image) => ({ name: image.name, dataUrl: imageLink(services, image) })) } : {}),
  };
}

export function assigneeOf({ assigneeId, assigneeName }: Pick<InboxDocument, 'assigneeId' | 'assigneeName'>): OfficeOwner | null {
  return assigneeId ? { id: assigneeId, name: assigneeName ?? '' } : null;
}
