import { equalTexts, mac } from '../../crypto/crypt.ts';
import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import type { FeedbackImage } from '../../store/documents/documents.ts';

/** How long the address of an attached image opens it, for whoever has it. */
const openMillis = 3_600_000;

/** @returns an address that staff's browser opens without a token, for an hour */
export function imageLink({ config, clock }: Services, { path, type }: Pick<FeedbackImage, 'path' | 'type'>): string {
  const ticket = Buffer.from(JSON.stringify([path, type, clock() + openMillis])).toString('base64url');
  return `${config.publicOrigin}/app/feedback/image/${ticket}.${signature(config.tokenPepper, ticket)}`;
}

/** Reads the image that an address names. @throws {ApiError} permission-denied for one that is over, or not ours; not-found */
export async function linkedImage(services: Services, given: string): Promise<{ content: Buffer; type: string }> {
  const [ticket = '', signed = ''] = given.split('.');
  if (!equalTexts(signed, signature(services.config.tokenPepper, ticket))) throw over();
  const [path, type, until] = JSON.parse(Buffer.from(ticket, 'base64url').toString()) as [string, string, number]; // signed by imageLink
  if (services.clock() >= until) throw over();
  return { content: await services.records.files.read(path), type };
}

const signature = (pepper: string, ticket: string) => mac(pepper, 'feedback-image', ticket);
const over = () => new ApiError('permission-denied', say('imageLinkOver'));
