import type { SessionBegin } from '../../store/documents/app-user-documents.ts';

/** What is kept of the machine that signs in: enough for a person to know it again, and no address. */
export type SeenCaller = Omit<SessionBegin, 'at'>;
