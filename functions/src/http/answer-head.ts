import type { ServerResponse } from 'node:http';

/** Express adds `locals` to Node's answer. Names and values are in turn, until the answer starts. */
type Gathering = ServerResponse & { readonly locals: { [name: string]: unknown; gathered?: string[] | undefined } };

/**
 * Begins a list of headers that Node gets in one piece when the answer starts. Set one by one, each would
 * be stored under its lower-case name and read from there again: 2 µs of a call (decision 031).
 * @param constant names and values in turn
 */
export function gatherHeaders(res: Gathering, constant: readonly string[]): void {
  const gathered = [...constant];
  res.locals.gathered = gathered;
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => typeof res; // its overloads take the same arguments through
  const withGathered = (status: number, ...more: unknown[]) => {
    res.locals.gathered = undefined;
    // Whatever was set on the answer itself is for this answer, and stays.
    const isPlain = more.length === 0 && res.getHeaderNames().length === 0;
    if (isPlain) return writeHead(status, gathered);
    for (const [i, name] of gathered.entries()) if (i % 2 === 0 && !res.hasHeader(name)) res.setHeader(name, gathered[i + 1] ?? '');
    return writeHead(status, ...more);
  };
  res.writeHead = withGathered as typeof res.writeHead; // by its name, or V8 keeps the request: decision 031
}

/** Adds a header that is added once in an answer, to the gathered ones where they are gathered; it replaces one that was set on the answer. */
export function addHeader(res: ServerResponse & Partial<Pick<Gathering, 'locals'>>, name: string, value: string): void {
  const gathered = res.locals?.gathered;
  if (gathered && !res.hasHeader(name)) gathered.push(name, value);
  else res.setHeader(name, value);
}
