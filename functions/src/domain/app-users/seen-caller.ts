import type { SessionBegin } from '../../store/documents/app-user-documents.ts';

/** The parts of a machine that signs in which are kept: enough for a person to know it again, and no address. */
export type SeenCaller = Omit<SessionBegin, 'at'>;
