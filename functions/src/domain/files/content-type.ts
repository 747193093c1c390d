import { isUtf8 } from 'node:buffer';
import type { StoredFile } from '@bedplate/contract';
import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type';

type ContentType = Pick<StoredFile, 'type' | 'charset'>;

const anything = 'application/octet-stream';
/** The first bytes of a file tell its type. */
const headBytes = 8192;

/**
 * Decides by which type a file is served. Bytes with a signature tell it themselves; a declared type stands where the bytes do not
 * contradict it. Text has its charset with it, since a browser would guess.
 * @param content the file, or its beginning
 * @param declared by the sender, with or without parameters
 * @returns `signature` is the type that the bytes alone tell
 */
export async function contentTypeOf(content: Buffer, declared: string): Promise<ContentType & { signature: string | undefined }> {
  const signature = (await fileTypeFromBuffer(content.subarray(0, headBytes)))?.mime.split(';')[0];
  const { type, charset } = declaredType(declared);
  if (signature !== undefined && !isInside(type, signature))
    return { type: signature, ...(isOfText(signature) && isText(content, charset) ? charsetPart(content, charset) : {}), signature };
  const isContradicted = signature === undefined && hasSignature(type);
  if (!isText(content, charset)) return { type: isOfText(type) || isContradicted ? anything : type, signature };
  if (isContradicted)
    return content.length === 0 ? { type: anything, signature } : { type: 'text/plain', ...charsetPart(content), signature };
  return { type, ...(isOfText(type) ? charsetPart(content, charset) : {}), signature };
}

/** @returns the type without its parameters, and a charset among them that browsers know; what is no type is a download */
export function declaredType(declared: string): ContentType {
  const [type = '', ...parameters] = declared.split(';').map((part) => part.trim());
  if (!/^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(type)) return { type: anything };
  const charset = parameters.map((parameter) => /^charset="?([\w:.-]{1,40})"?$/i.exec(parameter)?.[1]).find((name) => name !== undefined);
  return { type: type.toLowerCase(), ...(charset && isCharset(charset) ? { charset: charset.toLowerCase() } : {}) };
}

/** Formats that are kept in one of these, and have types of their own: a document of an office is a ZIP file. */
function isInside(type: string, signature: string): boolean {
  if (signature === 'application/xml') return /[+/]xml$/.test(type);
  if (signature === 'application/zip' || signature === 'application/x-cfb')
    return /^application\/(?!x-cfb$|zip$|pdf$|json$|octet-stream$)/.test(type) && !isOfText(type) && !supportedMimeTypes.has(type as never);
  return false;
}

function isOfText(type: string): boolean {
  return /^text\/|[+/](json|xml|javascript|ecmascript|yaml|x-yaml|toml|sql|x-sh|x-ndjson|ndjson|graphql|typescript)$/.test(type);
}

/** Types whose files begin with bytes that are known. */
function hasSignature(type: string): boolean {
  return supportedMimeTypes.has(type as never) && !isOfText(type); // a set of literals, asked for any text
}

/** No byte of it is one that text in no encoding has; UTF-16 is known by its mark, or is declared and no UTF-8. */
function isText(content: Buffer, declared?: string): boolean {
  return (
    utf16Of(content) !== undefined ||
    isWide(content, declared) ||
    content.subarray(0, headBytes).every((byte) => byte >= 0x20 || textControls.has(byte))
  );
}

function isWide(content: Buffer, declared = ''): boolean {
  if (!/^utf-?16/.test(declared) || (isUtf8(whole(content)) && !content.includes(0))) return false;
  try {
    const head = new TextDecoder(declared, { fatal: true }).decode(content.subarray(0, headBytes), { stream: true });
    return !/[^\P{Cc}\s]/u.test(head);
  } catch {
    return false;
  }
}

/** Bell to carriage return, and escape: terminals and old printers had them in text. */
const textControls = new Set([0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]);

function charsetPart(content: Buffer, declared?: string): { charset?: string } {
  const charset = utf16Of(content) ?? (isUtf8(whole(content)) && !content.includes(0) ? 'utf-8' : notUtf8(declared));
  return charset ? { charset } : {};
}

/** Bytes that are none contradict a sender who says UTF-8. */
function notUtf8(declared: string | undefined): string | undefined {
  return declared && new TextDecoder(declared).encoding === 'utf-8' ? undefined : declared;
}

function utf16Of([first, second]: Buffer): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** A beginning may end within a character. */
function whole(content: Buffer): Buffer {
  const last = content.subarray(-4).findLastIndex((byte) => (byte & 0xc0) !== 0x80);
  const cut = Math.min(4, content.length) - last;
  return last >= 0 && cut < 4 && (content.at(-cut) ?? 0) >= 0xc0 && content.length === headBytes ? content.subarray(0, -cut) : content;
}

function isCharset(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== '';
  } catch {
    return false;
  }
}
