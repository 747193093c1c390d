import type { InboxKind, InboxMessage, MessageState, OfficeOwner } from '@bedplate/contract';
import type { Timestamp } from '@google-cloud/firestore';
import type { Services } from '../../services/services.ts';
import type { FeedbackImage } from '../../store/documents/documents.ts';
import { searchFields } from '../search-text/search-fields.ts';

/** feedback/{id} and contacts/{id} as the inbox sees them: what was sent, and what staff did with it. */
export interface InboxDocument {
  fullName: string;
  email: string;
  subject: string;
  message: string;
  images?: FeedbackImage[];
  createdAt: Timestamp;
  /** Absent or null: nobody has opened it. */
  readAt?: Timestamp | null;
  state?: MessageState;
  assigneeId?: string | null;
  assigneeName?: string | null;
  replies?: { text: string; by: string; at: Timestamp }[];
}

/** What a new message has for the inbox: it is open, nobody's, and found by any part of its sender and subject. */
export function newInInbox(message: Pick<InboxDocument, 'fullName' | 'email' | 'subject'>): { state: 'open'; assigneeId: null } {
  return { state: 'open', assigneeId: null, ...searchFields(inboxTexts(message)) };
}

/** What the inbox's search looks into. */
export function inboxTexts({ fullName, email, subject }: Pick<InboxDocument, 'fullName' | 'email' | 'subject'>): string[] {
  return [fullName, email, subject];
}

export function inboxPath(kind: InboxKind): string {
  return kind === 'feedback' ? 'feedback' : 'contacts';
}

export function messageOut(services: Services, kind: InboxKind, id: string, document: InboxDocument): InboxMessage {
  const { fullName, email, subject, message, images, createdAt, readAt, state = 'open', replies = [] } = document;
  const { files } = services.records;
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
    ...(kind === 'feedback' ? { images: (images ?? []).map(({ name, path, token }) => ({ name, dataUrl: files.url(path, token) })) } : {}),
  };
}

export function assigneeOf({ assigneeId, assigneeName }: Pick<InboxDocument, 'assigneeId' | 'assigneeName'>): OfficeOwner | null {
  return assigneeId ? { id: assigneeId, name: assigneeName ?? '' } : null;
}
