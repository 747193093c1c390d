import { createHmac } from 'node:crypto';

/**
 * The header X-Bedplate-Signature: `t=<seconds>,v1=<hex HMAC-SHA-256 of "<seconds>.<body>">`. A receiver computes the same with
 * its secret, compares in constant time, and refuses a time that is more than five minutes away.
 */
export function signature(secret: string, body: string, millis: number): string {
  const seconds = Math.floor(millis / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
