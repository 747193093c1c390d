import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KeyVerb, type SchemaField, type SchemaState, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { namedKey } from '../../../test/named-key.ts';
import { saveSchema } from '../../domain/records/schema/save-schema.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let posts: Awaited<ReturnType<typeof api.storage>>;
let notes: Awaited<ReturnType<typeof api.storage>>;
let types: string;

beforeAll(async () => {
  api = await startApi();
  const authors = await api.storage('authors');
  posts = await api.storage('posts', { is_softDelete: true });
  const comments = await api.storage('post-comments');
  notes = await api.storage('notes');
  await api.storage('old', { archived: true });
  await declare(authors, { name: { type: 'text', required: true } });
  await declare(posts, {
    slug: { type: 'text', required: true, readOnly: true },
    title: { type: 'text', required: true, description: 'Ends a comment? */ No.' },
    'sub title': { type: 'text' },
    price: { type: 'decimal', scale: 2 },
    status: { type: 'enum', values: ['open', "it's"], required: true, default: 'open' },
    sizes: { type: 'list', of: 'integer' },
    place: { type: 'geo' },
    more: { type: 'json' },
    author: { type: 'reference', storage: authors.id },
    editors: { type: 'list', of: 'reference', storage: authors.id },
    no: { type: 'integer', computed: 'counter', required: true },
  });
  await declare(comments, { post: { type: 'reference', storage: posts.id }, kind: { type: 'enum', values: ['a'] } }, 'learn');
  await api.call(comments.path, { body: { kind: 5 } });
  await api.call(notes.path, {
    body: [
      { a: 1, size: { w: 1, 'x-y': 'z' }, tags: [1] },
      { a: 'x', empty: null },
    ],
  });
  types = (await api.call('/api/types.d.ts')).text;
});
afterAll(() => api.stop());

async function declare({ id }: { id: string }, fields: Record<string, SchemaField>, state: SchemaState = 'enforce') {
  const schema = StorageSchema.parse({ fields, unique: [] });
  await saveSchema(api.services, { caller: admin, path: { projectId: 'p1', storageId: id }, change: { version: 0, schema, state } });
}

/** @returns the headers of a named key */
const named = async (storages: string[], verbs: KeyVerb[]) => (await namedKey(api, { storages, verbs })).headers;

/** @returns what TypeScript says of the declarations and a program that uses them */
function compiled(program: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'types-'));
  writeFileSync(join(dir, 'types.d.ts'), types);
  writeFileSync(join(dir, 'program.ts'), `import type { Storages } from './types.d.ts';\n${program}\n`);
  const modules = join(import.meta.dirname, '../../../../node_modules');
  symlinkSync(modules, join(dir, 'node_modules'));
  const tsc = join(modules, 'typescript/bin/tsc');
  try {
    const flags = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'esnext', '--moduleResolution', 'bundler', '--types', ''];
    execFileSync(process.execPath, [tsc, ...flags, '--allowImportingTsExtensions', 'program.ts'], {
      cwd: dir,
      stdio: 'pipe',
    });
    return '';
  } catch (error) {
    return String((error as { stdout: Buffer }).stdout);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

test('the client takes the declarations', () => {
  const program = `
    import { createClient, createLiveSync } from '@bedplate/client';
    const bedplate = createClient<Storages>({ endpoint: 'x', projectId: 'p' });
    const posts = bedplate.storage('posts', 's');
    export async function run() {
      const { data } = await posts.list({ where: { status: "it's", price: { gte: '1.5' } }, sortBy: ['-price', 'sub title'], expand: ['author', 'post-comments(limit=2).post'] });
      const name: string | undefined = data[0]?.expand.author && 'name' in data[0].expand.author ? data[0].expand.author.name : undefined;
      const title: string[] = data.flatMap(({ expand }) => expand['post-comments'].map(({ id }) => id));
      await posts.create({ slug: 'a', title: 'b', price: 12.5, sizes: ['1', 2] });
      await posts.update('x', { price: { $increment: 1 } });
      createLiveSync<Storages['posts']['record']>({ projectId: 'p', where: { status: 'open' }, onChange: () => undefined });
      return [name, title];
    }
    // @ts-expect-error: it is set once
    void posts.update('x', { slug: 'b' });
    // @ts-expect-error: no value of the field
    void posts.list({ where: { status: 'gone' } });
    // @ts-expect-error: nothing that it refers to
    void posts.list({ expand: 'title' });`;
  expect(compiled(program)).toBe('');
});

test('the declarations hold what fits the records and nothing else', () => {
  expect(types).toContain(`/** My posts: posts/${posts.id}. As it is read. */`);
  const program = `
    type Posts = Storages['posts'];
    export const made: Posts['create'] = { slug: 'a', title: 'b', price: 12.5, sizes: ['1', 2], author: null };
    export const read: Posts['record'] = {
      id: '1', createdAt: '', updatedAt: '', slug: 'a', title: 'b', no: '1', status: "it's", price: '12.50', sizes: ['1'],
      place: { lat: 1, lng: 2 }, more: [{}], editors: ['x'], 'sub title': null, deletedAt: null, is_deleted: false,
    };
    export const changed: Posts['change'] = { title: 'c' };
    export const keys: [Posts['references']['author'], Posts['references']['editors'], Posts['referrers']] = ['authors', ['authors'], 'post-comments'];
    export const note: Storages['notes']['record'] = { id: '1', createdAt: '', updatedAt: '', a: 'x', size: { w: 1, 'x-y': null }, tags: [1], empty: {} };
    // A schema that only learns promises nothing.
    export const kinds: Storages['post-comments']['record']['kind'][] = ['a', 'other', 5, null, undefined];
    // @ts-expect-error: a required field may not be missing
    export const a: Posts['create'] = { slug: 'a' };
    // @ts-expect-error: the server computes it
    export const b: Posts['create'] = { slug: 'a', title: 'b', no: 1 };
    // @ts-expect-error: it is set once
    export const c: Posts['change'] = { slug: 'a' };
    // @ts-expect-error: a required field is not cleared
    export const d: Posts['change'] = { title: null };
    // @ts-expect-error: no value of the enum
    export const e: Posts['change'] = { status: 'gone' };
    // @ts-expect-error: a decimal is read as text
    export const f: number | null | undefined = read.price;
    // @ts-expect-error: the schema has no such field
    export const g: Posts['create'] = { slug: 'a', title: 'b', titel: 'c' };`;
  expect(compiled(program)).toBe('');
});

test('whoever has the declarations gets 304', async () => {
  const { headers, status } = await api.call('/api/types.d.ts');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const again = (etag: string) => api.call('/api/types.d.ts', { headers: { 'if-none-match': etag } });
  const etag = headers.get('etag') ?? '';
  expect(await again(`"x", W/${etag}`)).toMatchObject({ status: 304, text: '' });
  expect((await again('"x"')).status).toBe(200);
});

test('a named key gets the storages that it reads, and without the verb read nothing', async () => {
  const narrow = await api.call('/api/types.d.ts', { headers: await named([notes.id], ['read']) });
  expect(narrow.text).toMatch(/export interface Storages \{\n {2}notes: \{[^}]*\};\n\s*referrers: never;\n {2}\};\n\}/);
  expect(narrow.text).not.toMatch(/posts|slug/);
  const blind = await api.call('/api/types.d.ts', { headers: await named(['*'], ['create', 'update']) });
  expect(blind).toMatchObject({ status: 403, body: { error: { code: 'permission-denied' } } });
  expect(blind.text).not.toContain('slug');
  expect((await fetch(`${api.origin}/api/types.d.ts`)).status).toBe(401);
});
