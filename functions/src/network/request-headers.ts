/** Reads a request's headers by name, in any letter case; Express's request is one. */
export interface RequestHeaders {
  get(name: string): string | undefined;
}
