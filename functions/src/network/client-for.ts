/** Node's client for an address. Loaded late: an import of it also loads Node's `fetch`, which is a tenth of an instance's start. */
export function clientFor({ protocol }: Pick<URL, 'protocol'>) {
  return protocol === 'https:' ? import('node:https') : import('node:http');
}
