import type { HttpAnswer } from './http-client.ts';

/** By their names in the table. */
export type Requests = Readonly<Record<string, () => Promise<HttpAnswer>>>;
