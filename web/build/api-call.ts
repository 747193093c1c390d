/** A call of the data API as the page Overview shows it. */
export interface ApiCall {
  /** The operation id of the OpenAPI document. */
  id: string;
  method: string;
  /** With its names in braces, from /api on. */
  path: string;
  does: string;
  group: string;
  caller: 'anyone' | 'keys' | 'keys or a user';
  /** Of the query and the headers. */
  parameters: Detail[];
  /** Media types, and the fields of a JSON body as far as they are fixed. */
  body: { types: string[]; about: string; fields: Detail[] };
  answers: { status: string; fields: string[] }[];
}

export interface Detail {
  name: string;
  /** Type with its limits and default, in words. */
  type: string;
  isRequired: boolean;
  about: string;
}
