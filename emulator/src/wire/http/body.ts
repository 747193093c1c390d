import type { IncomingMessage } from 'node:http';

export const maxBodyBytes = 16 * 1024 * 1024;

/** The whole body; undefined when it is larger than `maxBodyBytes` (the rest is read and dropped, so that the answer arrives). */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes: Buffer = chunk;
    length += bytes.length;
    if (length <= maxBodyBytes) chunks.push(bytes);
    if (length > maxBodyBytes * 4) request.destroy();
  }
  return length > maxBodyBytes ? undefined : Buffer.concat(chunks);
}
