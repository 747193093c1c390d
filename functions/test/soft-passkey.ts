import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const flags = { present: 0x01, verified: 0x04, canSync: 0x08, synced: 0x10, withKey: 0x40 };

export interface Device {
  /** Whether the device makes sure of the person. */
  readonly isVerified?: boolean;
  readonly canSync?: boolean;
  readonly counter?: number;
}

/** The page that asks: its browser says so, and not the page. */
interface Page {
  readonly origin: string;
  readonly domain: string;
}

const sha = (data: string | Buffer) => createHash('sha256').update(data).digest();
const url64 = (data: string | Buffer | Uint8Array) => Buffer.from(data).toString('base64url');

/** A device in software, for tests: it makes a passkey and signs with it whatever it is asked, for whichever page. */
export function softPasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  );
  const said = ({ domain }: Page, { isVerified = true, canSync = true, counter = 0 }: Device, more = 0) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const bits = flags.present | (isVerified ? flags.verified : 0) | (canSync ? flags.canSync | flags.synced : 0) | more;
    return Buffer.concat([sha(domain), Buffer.from([bits]), count]);
  };
  const client = (type: string, challenge: string, { origin }: Page) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  return {
    id: url64(id),
    make(page: Page, challenge: string, device: Device = {}) {
      const length = Buffer.from([0, id.length]);
      const data = Buffer.concat([said(page, device, flags.withKey), Buffer.alloc(16), length, id, cose]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data)],
      ]);
      return {
        id: url64(id),
        response: {
          clientDataJSON: url64(client('webauthn.create', challenge, page)),
          attestationObject: url64(isoCBOR.encode(attestation as never)), // a map of CBOR's kinds
          transports: ['internal'],
        },
      };
    },
    sign(page: Page, challenge: string, { userHandle, ...device }: Device & { userHandle: string }) {
      const [data, json] = [said(page, device), client('webauthn.get', challenge, page)];
      const signature = sign('sha256', Buffer.concat([data, sha(json)]), privateKey);
      return {
        id: url64(id),
        response: { clientDataJSON: url64(json), authenticatorData: url64(data), signature: url64(signature), userHandle },
      };
    },
  };
}
