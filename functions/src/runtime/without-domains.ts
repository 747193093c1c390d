import { EventEmitter } from 'node:events';

/**
 * Takes the requests out of node:domain.
 *
 * The Functions Framework runs each request in a domain, and the first domain of a process has Node follow every promise by
 * async hooks: about 40 % of the processor time of a list (docs/performance.md). It catches what a function throws past its own
 * error handling, which ours do not; such an error then reaches the framework's handler for the whole process, as it should.
 * To be called before the first request.
 */
export function withoutDomains(): void {
  // Loading the module defines process.domain; where nobody has, nothing is to be done.
  if (!('domain' in process)) return;
  const domains: { create: () => unknown } = process.getBuiltinModule('node:domain');
  domains.create = () => Object.assign(new EventEmitter(), { run: (work: () => unknown) => work() });
}
