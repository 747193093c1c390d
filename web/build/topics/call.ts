/** One call, read from its sample in curl. */
export interface Call {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  json?: unknown;
  file?: { field: string; name: string; text: string };
}
