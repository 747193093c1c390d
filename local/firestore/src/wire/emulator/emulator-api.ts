import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Backend } from '../../actions/call.ts';
import { readCaller } from '../../actions/caller.ts';
import { clientError, RpcError } from '../../model/rpc-error.ts';
import { answerError, answerJson, answerText } from '../http/answer.ts';
import { readBody } from '../http/body.ts';
import type { Json } from '../../codec/json/json.ts';
import { badPayload } from '../../codec/proto/type.ts';
import { isObject } from '../../codec/proto/value-json.ts';
import { coverageHtml, ruleCoverage } from './rule-coverage.ts';
import { installRules } from './security-rules.ts';

/** The backend and the controls that the endpoints need. */
export interface EmulatorControls {
  readonly backend: Backend;
  /** Answers `/shutdown`. */
  shutdown(): void;
  /** A trigger's registration; `body` is the request's JSON. */
  registerTrigger(projectId: string, key: string, version: 1 | 2, body: unknown): void;
}

interface Match {
  readonly groups: Readonly<Record<string, string>>;
  readonly url: URL;
  body(): Promise<unknown>;
}

type Handler = (controls: EmulatorControls, match: Match, response: ServerResponse) => Promise<Json | undefined> | Json | undefined;

const project = '/emulator/v1/projects/(?<project>[^/:]+)';
const documents = `${project}/databases/(?<database>[^/]+)/documents`;

/** Method, path, what answers it. `undefined` means the handler has answered by itself. */
const routes: readonly (readonly [method: string, path: RegExp, handle: Handler])[] = [
  ['GET', /^\/$/, (_controls, _match, response) => answered(response, 'Ok\n', 'text/plain')],
  ['POST', /^\/reset$/, reset],
  ['POST', /^\/shutdown$/, shutdown],
  [
    'DELETE',
    new RegExp(`^${documents}/?$`),
    async ({ backend }, { groups }) => {
      await database(backend, groups).clear();
      return {};
    },
  ],
  [
    'DELETE',
    new RegExp(`^${documents}/(?<path>.+)$`),
    async ({ backend }, { groups }) => {
      await database(backend, groups).deleteRecursively(
        (groups.path ?? '').split('/').map(decodeURIComponent).join('/').replace(/\/$/, ''),
      );
      return {};
    },
  ],
  [
    'PUT',
    new RegExp(`^${project}:securityRules$`),
    async ({ backend }, match) => installRules(backend.rules, match.groups.project ?? '', await match.body()),
  ],
  ['GET', new RegExp(`^${project}:ruleCoverage$`), ({ backend }, { groups }) => ruleCoverage(backend.rules, groups.project ?? '')],
  [
    'GET',
    new RegExp(`^${project}:ruleCoverage\\.html$`),
    ({ backend }, { groups }, response) =>
      answered(response, coverageHtml(backend.rules, groups.project ?? ''), 'text/html; charset=UTF-8'),
  ],
  ['GET', new RegExp(`^${project}:rulesTrace$`), ({ backend }, { groups }) => ({ requests: tracesJson(backend, groups.project ?? '') })],
  ['GET', new RegExp(`^${project}:indexUsage$`), ({ backend }, { groups }) => plainJson(database(backend, groups).indexUsage())],
  ['GET', new RegExp(`^${project}:billed$`), ({ backend }, { groups }) => ({ ...database(backend, groups).billed })],
  [
    'DELETE',
    new RegExp(`^${project}:billed$`),
    ({ backend }, { groups }) => {
      Object.assign(database(backend, groups).billed, { reads: 0, writes: 0, deletes: 0 });
      return {};
    },
  ],
  ['PUT', new RegExp(`^${project}/triggers/(?<key>[^/]+)$`), registerTrigger(1)],
  ['POST', new RegExp(`^${project}/eventarcTrigger$`), registerTrigger(2)],
  ['POST', new RegExp(`^${project}:(?<verb>export|import)$`), exportOrImport],
];

/**
 * Serves the endpoints below `/emulator/` and at the root (docs/facts.md, "The emulator's own endpoints").
 * @returns false when the request is none of them
 */
export async function serveEmulatorApi(
  controls: EmulatorControls,
  { request, response, url }: { request: IncomingMessage; response: ServerResponse; url: URL },
): Promise<boolean> {
  for (const [method, path, handle] of routes) {
    const found = request.method === method ? path.exec(url.pathname) : null;
    if (!found) continue;
    try {
      readCaller(request.headers.authorization);
      const json = await handle(controls, { groups: found.groups ?? {}, url, body: () => jsonBody(request) }, response);
      if (json !== undefined) answerJson(response, json);
    } catch (error) {
      answerError(response, clientError(error));
    } finally {
      request.resume();
    }
    return true;
  }
  return false;
}

async function reset({ backend }: EmulatorControls, _match: Match, response: ServerResponse): Promise<undefined> {
  await backend.engine.reset();
  answerText(response, 'Resetting...\n', 'text/plain');
}

function shutdown(controls: EmulatorControls, _match: Match, response: ServerResponse): undefined {
  response.once('finish', () => controls.shutdown());
  answerText(response, 'Shutting down...\n', 'text/plain');
}

function registerTrigger(version: 1 | 2): Handler {
  return async (controls, { groups, url, body }) => {
    const key = version === 1 ? decodeURIComponent(groups.key ?? '') : url.searchParams.get('eventarcTriggerId');
    if (!key) throw new RpcError('INVALID_ARGUMENT', 'The query parameter "eventarcTriggerId" is missing.');
    controls.registerTrigger(groups.project ?? '', key, version, await body());
    return {};
  };
}

async function exportOrImport({ backend }: EmulatorControls, { groups, body }: Match): Promise<Json> {
  const json = await body();
  if (!isObject(json)) throw badPayload();
  const directory = json.export_directory ?? json.exportDirectory;
  const name = json.export_name ?? json.exportName ?? 'firestore_export';
  if (typeof directory !== 'string' || directory === '') throw new RpcError('INVALID_ARGUMENT', '"export_directory" must be a path.');
  if (typeof name !== 'string' || name.includes('/')) throw new RpcError('INVALID_ARGUMENT', '"export_name" must be a file name.');
  const target = database(backend, groups);
  // An import may also name the metadata file itself.
  const path = groups.verb === 'import' && directory.endsWith('.overall_export_metadata') ? directory : `${directory}/${name}`;
  if (groups.verb === 'export') await target.exportTo(path);
  else await target.importFrom(path);
  return {};
}

function answered(response: ServerResponse, text: string, contentType: string): undefined {
  answerText(response, text, contentType);
}

function database(backend: Backend, groups: Readonly<Record<string, string>>) {
  return backend.engine.database(groups.project ?? '', decodeURIComponent(groups.database ?? '(default)'));
}

function tracesJson(backend: Backend, projectId: string): Json {
  return backend.rules
    .traces(projectId)
    .map(({ verdict, ...request }) => plainJson({ ...request, allowed: verdict.allowed, reason: verdict.reason, trace: verdict.trace }));
}

/** Drops what JSON cannot hold. */
function plainJson(value: unknown): Json {
  const json: Json = JSON.parse(JSON.stringify(value ?? null));
  return json;
}

async function jsonBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(request);
  if (!bytes) throw new RpcError('INVALID_ARGUMENT', 'The request body is too large.');
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw badPayload();
  }
}
