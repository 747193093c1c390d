import { secondFactorWays, statusOf, thumbnailSizes } from '@bedplate/contract';
import { ref } from './operation.ts';
import type { Schema } from './schema.ts';

const text: Schema = { type: 'string' };
const time: Schema = { type: 'string', format: 'date-time' };
const whole: Schema = { type: 'integer', minimum: 0 };
const numbers: Schema = { type: 'object', additionalProperties: { type: ['number', 'null'] } };

/** The fields that every record has besides its own. */
export const systemProperties: Record<string, Schema> = {
  id: { ...text, readOnly: true },
  createdAt: { ...time, readOnly: true },
  updatedAt: { ...time, readOnly: true },
  is_deleted: { type: 'boolean', readOnly: true, description: 'In storages with soft delete.' },
  deletedAt: { type: ['string', 'null'], format: 'date-time', readOnly: true, description: 'In storages with soft delete.' },
  file_metadata: { type: 'object', readOnly: true, additionalProperties: ref('FileMetadata') },
};

export const schemas: Record<string, Schema> = {
  Record: { type: 'object', required: ['id', 'createdAt', 'updatedAt'], properties: systemProperties, additionalProperties: true },
  Fields: { type: 'object', additionalProperties: true, description: 'The fields of a record, by name.' },
  Change: {
    type: 'object',
    additionalProperties: { anyOf: [{ not: { type: 'object' } }, ref('Operator'), { type: 'object' }] },
    description: 'Merged into the record; null clears a field.',
  },
  Operator: {
    type: 'object',
    minProperties: 1,
    maxProperties: 1,
    properties: { $increment: { type: ['number', 'string'] }, $append: {}, $remove: {}, $unset: { const: true } },
    additionalProperties: false,
    description: 'Works on the stored value, inside the transaction.',
  },
  FileMetadata: {
    type: 'object',
    properties: {
      name: text,
      size: whole,
      type: text,
      url: { type: 'string', format: 'uri' },
      path: text,
      uploadedAt: time,
      thumbnails: ref('Thumbnails'),
    },
  },
  Thumbnails: {
    type: 'object',
    properties: Object.fromEntries(thumbnailSizes.map((size) => [size, { type: 'string', format: 'uri' }])),
    description: 'Of an image: addresses of smaller WebP copies, by their longest side in pixels.',
  },
  Pagination: {
    type: 'object',
    properties: {
      currentPage: whole,
      totalPages: whole,
      totalItems: whole,
      limit: whole,
      totalIsExact: { type: 'boolean' },
      nextCursor: { type: ['string', 'null'] },
    },
  },
  Totals: {
    type: 'object',
    properties: {
      group: {
        type: ['string', 'number', 'boolean', 'null', 'array'],
        description: 'With groupBy: the value, or the day, that the records share; of two, both.',
      },
      count: whole,
      sum: {
        type: 'object',
        additionalProperties: { type: ['number', 'string', 'null'] },
        description: 'Of declared integers and decimals a text with all digits.',
      },
      avg: numbers,
      min: { type: 'object' },
      max: { type: 'object' },
    },
  },
  WriteResult: {
    type: 'object',
    properties: {
      op: { enum: ['create', 'upsert', 'update', 'delete', 'restore'] },
      status: { enum: ['created', 'updated', 'deleted', 'restored'] },
      storageId: text,
      id: text,
      data: ref('Record'),
    },
  },
  ImportReport: {
    type: 'object',
    properties: {
      importId: text,
      rows: whole,
      accepted: whole,
      rejected: whole,
      blankRows: whole,
      errors: { type: 'array', items: { type: 'object', properties: { row: whole, field: text, message: text } } },
    },
  },
  SignedIn: {
    type: 'object',
    properties: {
      success: { const: true },
      data: ref('Record'),
      accessToken: text,
      expiresIn: whole,
      refreshToken: text,
      recoveryCodes: { type: 'array', items: text },
    },
  },
  Challenge: {
    type: 'object',
    properties: {
      success: { const: true },
      challenge: text,
      expiresIn: whole,
      message: text,
      factor: { enum: [...secondFactorWays, 'recovery'] },
      factors: { type: 'array', items: { enum: [...secondFactorWays] } },
      passkey: { type: 'object' },
      newPasskey: { type: 'object' },
      setUp: { type: 'object', properties: { secret: text, uri: text } },
    },
  },
  Session: {
    type: 'object',
    properties: {
      id: text,
      current: { type: 'boolean' },
      userAgent: text,
      country: { type: ['string', 'null'] },
      city: { type: ['string', 'null'] },
      createdAt: { type: ['string', 'null'], format: 'date-time' },
      lastUsedAt: time,
      expiresAt: time,
    },
  },
  Failure: {
    type: 'object',
    required: ['success', 'message', 'error'],
    properties: {
      success: { const: false },
      message: text,
      error: {
        type: 'object',
        required: ['code', 'requestId'],
        properties: {
          code: { enum: Object.keys(statusOf) },
          requestId: text,
          details: { type: 'array', items: { type: 'object', properties: { field: text, message: text } } },
        },
      },
    },
  },
};

const header = (name: string) => ({ type: 'apiKey', in: 'header', name });

export const securitySchemes = {
  apiKey: { ...header('X-API-Key'), description: 'The account’s key, with its secret; or a named key alone, which opens what it names.' },
  secretKey: header('X-Secret-Key'),
  projectId: header('X-Project-ID'),
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Of POST /users/{storageId}/authenticate; reaches what the storage opens to its users.',
  },
};

export const responses = {
  Failure: {
    description: 'Every failure has this body. Codes: 400, 401, 403, 404, 405, 409, 413, 415, 422, 429 and 5xx.',
    content: { 'application/json': { schema: ref('Failure') } },
  },
};
