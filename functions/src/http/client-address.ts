import type { Request } from 'express';

/**
 * The address a request seems to come from. The first entry of X-Forwarded-For is the caller's own claim when the function is
 * called directly, so limits on it are a courtesy; the limits per account are the ones that hold.
 */
export function clientAddress(req: Request): string {
  const forwarded = req.headers['x-forwarded-for'];
  const first = (Array.isArray(forwarded) ? forwarded[0] : forwarded)?.split(',')[0]?.trim();
  return (first || req.socket.remoteAddress || 'unknown').slice(0, 64);
}

export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
}
