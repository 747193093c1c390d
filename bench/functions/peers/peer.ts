import type { Requests } from '../requests.ts';

/** Another server with the same records and the same requests under the same names. */
export interface Peer {
  readonly name: string;
  readonly version: string;
  readonly requests: Requests;
  /** Process ids of the server and its database. */
  ids(): number[];
}
