/** A schema object of OpenAPI 3.1: JSON Schema 2020-12. */
export type Schema = { readonly [keyword: string]: unknown };
