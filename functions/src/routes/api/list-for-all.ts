import type { JsonText } from '../../http/handle.ts';
import type { ListNotes } from './note-list.ts';

/** A list that several calls are answered with. */
export interface ListForAll {
  readonly notes: ListNotes;
  readonly answer: JsonText;
}
