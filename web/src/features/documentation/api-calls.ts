interface ApiCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  does: string;
  topic: string;
  parameters: string;
  answer: string;
}

const one = '/api/{storage_key}/{storage_id}/dataId/{docId}';

/** The data API for the page Overview. A test asks the running API for each of them. */
export const apiCalls: readonly ApiCall[] = [
  {
    method: 'POST',
    path: '/api/users/{storage_id}',
    does: 'Register a user',
    topic: 'authentication',
    parameters: 'body: username, email, password, further fields',
    answer: '201 message, data',
  },
  {
    method: 'POST',
    path: '/api/users/{storage_id}/authenticate',
    does: 'Log a user in',
    topic: 'authentication',
    parameters: 'body: username, password',
    answer: '200 data, accessToken',
  },
  {
    method: 'POST',
    path: '/api/{storage_key}/{storage_id}',
    does: 'Create a document, or up to 100',
    topic: 'create',
    parameters: 'body: the fields, or an array',
    answer: '201 message, data',
  },
  {
    method: 'GET',
    path: '/api/{storage_key}/{storage_id}',
    does: 'List documents',
    topic: 'read',
    parameters: 'page, limit, cursor, fields, sortBy, sortOrder, dateFrom, dateTo, search, deleted, any field',
    answer: '200 data, pagination',
  },
  {
    method: 'GET',
    path: '/api/{storage_key}/{storage_id}/count',
    does: 'Count documents',
    topic: 'query',
    parameters: 'dateFrom, dateTo, search, deleted, any field',
    answer: '200 data: count, isExact',
  },
  { method: 'GET', path: one, does: 'Read one document', topic: 'read', parameters: 'deleted', answer: '200 data' },
  {
    method: 'PUT',
    path: one,
    does: 'Update a document',
    topic: 'update',
    parameters: 'body: the fields to change',
    answer: '200 message, data',
  },
  { method: 'DELETE', path: one, does: 'Delete a document', topic: 'delete', parameters: 'permanent', answer: '200 message' },
  {
    method: 'POST',
    path: `${one}/restore`,
    does: 'Restore a deleted document',
    topic: 'delete',
    parameters: '',
    answer: '200 message, data',
  },
  {
    method: 'POST',
    path: `${one}/upload`,
    does: 'Upload a file',
    topic: 'file-upload',
    parameters: 'fieldName; body: multipart/form-data',
    answer: '200 message, url, name, size, type',
  },
  {
    method: 'POST',
    path: '/api/livesync/token',
    does: 'Get a LiveSync token',
    topic: 'real-time-connection',
    parameters: 'body: storageKeys',
    answer: '200 token, expiresAt',
  },
  {
    method: 'POST',
    path: '/api/batch',
    does: 'Several writes, all or none',
    topic: 'overview',
    parameters: 'body: writes',
    answer: 'see the OpenAPI document',
  },
  {
    method: 'GET',
    path: '/api/{storage_key}/{storage_id}/aggregate',
    does: 'Count, sum and compare',
    topic: 'overview',
    parameters: 'see the OpenAPI document',
    answer: '200 data',
  },
  {
    method: 'GET',
    path: '/api/{storage_key}/{storage_id}/export',
    does: 'Export documents',
    topic: 'overview',
    parameters: 'see the OpenAPI document',
    answer: '200 a file',
  },
  {
    method: 'POST',
    path: '/api/{storage_key}/{storage_id}/import',
    does: 'Import documents',
    topic: 'overview',
    parameters: 'see the OpenAPI document',
    answer: 'see the OpenAPI document',
  },
];
