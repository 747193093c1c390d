import type { InboxKind, InboxMessage } from '@bedplate/contract';
import type { Timestamp } from '@google-cloud/firestore';
import type { Services } from '../../services.ts';
import type { FeedbackImage } from '../../store/documents.ts';

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
  replies?: { text: string; by: string; at: Timestamp }[];
}

export function inboxPath(kind: InboxKind): string {
  return kind === 'feedback' ? 'feedback' : 'contacts';
}

export function messageOut(services: Services, kind: InboxKind, id: string, document: InboxDocument): InboxMessage {
  const { fullName, email, subject, message, images, createdAt, readAt, replies = [] } = document;
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
    replies: replies.map(({ text, by, at }) => ({ text, by, at: at.toDate().toISOString() })),
    ...(kind === 'feedback' ? { images: (images ?? []).map(({ name, path, token }) => ({ name, dataUrl: files.url(path, token) })) } : {}),
  };
}
