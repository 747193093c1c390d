import { EventEmitter } from 'node:events';

/**
 * Takes the requests out of node:domain.
 *
 * The Functions Framework runs each request in a domain, and the first domain of a process makes Node follow every promise by async
 * hooks, which costs a third to a half of the processor time of a request (decision 031). A domain catches what a function throws past
 * its own error handling; ours throw nothing there, and such an error would still reach the framework's handler for the whole process.
 * Call it before the first request.
 */
export function withoutDomains(): void {
  // Loading the module defines process.domain, so without it no domain can exist.
  if (!('domain' in process)) return;
  const domains: { create: () => unknown } = process.getBuiltinModule('node:domain');
  domains.create = () => Object.assign(new EventEmitter(), { run: (work: () => unknown) => work() });
}
