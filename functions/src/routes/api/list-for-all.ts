import type { ListQuery } from '../../domain/records/query/list-query.ts';
import type { JsonText } from '../../http/handle.ts';

/** A list that several calls are answered with. */
export interface ListForAll {
  readonly noted: Noted;
  readonly answer: JsonText;
}

/** Of a list, for the request log. */
export interface Noted {
  readonly query: ListQuery;
  readonly plan: string;
  /** Each with the field that it is of; a list of records has an order in their place. */
  readonly totals?: readonly { readonly name: string; readonly path?: string | undefined }[];
}
