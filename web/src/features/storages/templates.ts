import type { StorageSchema } from '@bedplate/contract';

/** A storage to begin with: its name in the dialog is a text, `storage.template.<id>`. */
interface Template {
  readonly storageName: string;
  readonly storageKey: string;
  readonly schema: StorageSchema;
}

const posted = ['draft', 'published'];
const ordered = ['new', 'paid', 'shipped', 'cancelled'];

/** Storages that many apps begin with. Their fields may be changed afterwards like all others. */
export const templates = {
  products: {
    storageName: 'Products',
    storageKey: 'products',
    schema: {
      fields: {
        title: { type: 'text', required: true, maxLength: 200 },
        sku: { type: 'text', maxLength: 60 },
        price: { type: 'decimal', required: true, min: '0', scale: 2 },
        stock: { type: 'integer', min: '0', default: '0' },
        category: { type: 'text' },
        tags: { type: 'list', of: 'text' },
        available: { type: 'boolean', default: true },
        description: { type: 'longText' },
      },
      unique: [{ fields: ['sku'], ignoreCase: true }],
      closed: false,
    },
  },
  orders: {
    storageName: 'Orders',
    storageKey: 'orders',
    schema: {
      fields: {
        email: { type: 'email', required: true },
        status: { type: 'enum', values: ordered, default: 'new' },
        items: { type: 'json', required: true },
        total: { type: 'decimal', required: true, min: '0', scale: 2 },
        placedAt: { type: 'dateTime', defaultFrom: 'now', readOnly: true },
        paidAt: { type: 'dateTime' },
        note: { type: 'longText' },
      },
      unique: [],
      closed: false,
    },
  },
  posts: {
    storageName: 'Posts',
    storageKey: 'posts',
    schema: {
      fields: {
        title: { type: 'text', required: true, maxLength: 200 },
        slug: { type: 'text', pattern: '[a-z0-9]+(?:-[a-z0-9]+)*', maxLength: 120 },
        body: { type: 'longText' },
        status: { type: 'enum', values: posted, default: 'draft' },
        publishedAt: { type: 'dateTime' },
        tags: { type: 'list', of: 'text' },
        author: { type: 'text', defaultFrom: 'caller', readOnly: true },
      },
      unique: [{ fields: ['slug'] }],
      closed: false,
    },
  },
  users: {
    storageName: 'Users',
    storageKey: 'users',
    schema: {
      fields: {
        username: { type: 'text', required: true },
        email: { type: 'email' },
        name: { type: 'text', maxLength: 120 },
        website: { type: 'url' },
        birthday: { type: 'date' },
      },
      unique: [],
      closed: false,
    },
  },
} as const satisfies Record<string, Template>;

export type TemplateId = keyof typeof templates;
export const templateIds = Object.keys(templates) as TemplateId[]; // of the object above
