import { randomBytes } from 'node:crypto';
import { equalTexts } from '../../crypto/crypt.ts';

const stepMillis = 30_000;
const digits = 6;

/** @returns the secret that an authenticator app gets, as it is typed, and the address that a QR code holds */
export async function newTotp({ appName, userName }: { appName: string; userName: string }): Promise<{ secret: string; uri: string }> {
  const { Secret, TOTP } = await library();
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer });
  const totp = new TOTP({ issuer: appName, label: userName, secret, digits, period: stepMillis / 1000 });
  return { secret: secret.base32, uri: totp.toString() };
}

/**
 * Clocks differ, so the code of the half minute before and after counts too. Of several half minutes with the same code the last one
 * is used up, and so are all before it.
 * @returns the half minute whose code it is; null for a wrong code, and for one that is not later than the last that was taken
 */
export async function stepOfCode(
  secret: string,
  code: string,
  { now, lastStep }: { now: number; lastStep: number },
): Promise<number | null> {
  const { Secret, TOTP } = await library();
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits, period: stepMillis / 1000 });
  const present = Math.floor(now / stepMillis);
  const step = [present + 1, present, present - 1].find((each) => equalTexts(totp.generate({ timestamp: each * stepMillis }), code));
  return step !== undefined && step > lastStep ? step : null;
}

/** Few calls need it. */
const library = () => import('otpauth');
