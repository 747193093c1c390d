import { limits, messages, paging, wholeNumber } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { uploadItemFile } from '../../domain/files/upload-item-file.ts';
import { GivenFields } from '../../domain/records/model/record-input.ts';
import { eraseItem } from '../../domain/storages/erase-item.ts';
import { historyFile } from '../../domain/storages/history-file.ts';
import { itemHistory } from '../../domain/storages/item-history.ts';
import { addItem, deleteItem, restoreItem, updateItem } from '../../domain/storages/items.ts';
import { storageSettings } from '../../domain/storages/storages.ts';
import { viewStorage } from '../../domain/storages/view-storage.ts';
import { handle } from '../../http/handle.ts';
import { sendDownload } from '../../http/send-file.ts';
import { ifOn } from '../../http/if-on.ts';
import { Flag, ItemPath, StoragePath } from '../../validation/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { storageWrites } from './storages.ts';
import { ViewQuery } from './view-query.ts';

const DataView = ViewQuery.extend(paging(limits.listLimitDefault, limits.dataViewLimit));
const ItemChange = z.object({
  data: GivenFields,
  /** The record must not have changed since this time. */
  ifUpdatedAt: z.string().max(40).optional(),
  /** Fields whose values the form has read by their types; other texts get the type of what is stored. */
  typed: z.array(z.string().max(limits.fieldNameLength)).max(limits.fieldsPerRecord).optional(),
});
const NewItem = z.strictObject({ data: GivenFields });
const HistoryPage = z.object({
  limit: wholeNumber('limit', 200).default(50),
  before: wholeNumber('before', 1_000_000).optional(),
});
const KeptFile = z.object({ path: z.string().min(1).max(1000) });
const Erasure = z.strictObject({ withOwn: z.boolean().optional() });
const FileField = z.object({ fieldName: z.string().min(1).max(limits.fieldNameLength) });
const ItemRemoval = z.object({ permanent: Flag });

/** The data view of the console: a storage's records, page by page, and changes to single ones. */
export function storageDataRoutes(services: Services, guards: AccountGuards): Router {
  const { may } = guards;
  return routes({
    '/project/:projectId/dataStorages/:storageId': {
      get: handle(may('records.read'), { params: StoragePath, query: DataView }, ({ caller, params, query }) =>
        viewStorage(services, { caller, path: params, query }),
      ),
      ...storageWrites(services, guards),
    },
    '/project/:projectId/dataStorages/:storageId/settings': {
      get: handle(may('storages.write'), { params: StoragePath }, async ({ caller, params }) => ({
        data: await storageSettings(services, caller, params),
      })),
    },
    '/project/:projectId/dataStorages/:storageId/item': {
      post: handle(
        may('records.write'),
        { params: StoragePath, body: NewItem, keepsDigits: true, status: 201 },
        async ({ caller, params, body }) => ({
          message: messages.recordAdded,
          ...(await addItem(services, { caller, path: params, data: body.data })),
        }),
      ),
    },
    '/project/:projectId/dataStorages/:storageId/item/:itemId': {
      put: handle(may('records.write'), { params: ItemPath, body: ItemChange, keepsDigits: true }, async ({ caller, params, body }) => ({
        message: messages.recordUpdatedToast,
        ...(await updateItem(services, { caller, path: params, body })),
      })),
      delete: handle(may('records.write'), { params: ItemPath, query: ItemRemoval }, async ({ caller, params, query }) => {
        await deleteItem(services, { caller, path: params, permanent: query.permanent ?? false });
        return { message: messages.recordDeletedToast };
      }),
    },
    '/project/:projectId/dataStorages/:storageId/item/:itemId/erase': {
      post: handle(may('projects.write'), { params: ItemPath, body: Erasure }, async ({ caller, params, body }) => ({
        message: 'The record is erased.',
        data: await eraseItem(services, { caller, path: params, withOwn: body.withOwn }),
      })),
    },
    '/project/:projectId/dataStorages/:storageId/item/:itemId/file': {
      post: handle(
        ifOn(services, 'fileUploads', may('records.write')),
        { params: ItemPath, query: FileField, readsBody: true },
        ({ caller, params, query, req }) => uploadItemFile(services, { caller, path: params, fieldName: query.fieldName, req }),
      ),
    },
    '/project/:projectId/dataStorages/:storageId/item/:itemId/history': {
      get: handle(may('records.read'), { params: ItemPath, query: HistoryPage }, async ({ caller, params, query }) => ({
        data: await itemHistory(services, { caller, path: params, page: query }),
      })),
    },
    '/project/:projectId/dataStorages/:storageId/item/:itemId/history/file': {
      get: handle(may('records.read'), { params: ItemPath, query: KeptFile }, async ({ caller, params, query, res }) =>
        sendDownload(res, await historyFile(services, { caller, at: params, path: query.path })),
      ),
    },
    '/project/:projectId/dataStorages/:storageId/item/:itemId/restore': {
      post: handle(may('records.write'), { params: ItemPath }, async ({ caller, params }) => ({
        message: messages.recordRestored,
        data: await restoreItem(services, caller, params),
      })),
    },
  });
}
