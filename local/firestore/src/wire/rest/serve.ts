import type { IncomingMessage, ServerResponse } from 'node:http';
import { Call, type Backend } from '../../actions/call.ts';
import { clientError } from '../../model/rpc-error.ts';
import { answerError, answerJson, answerNotFound, answerText } from '../http/answer.ts';
import { maxRequestBytes, readBody, requestTooLarge } from '../http/body.ts';
import { javaLayout } from '../../codec/json/java-layout.ts';
import type { Json } from '../../codec/json/json.ts';
import { parseJson } from '../../codec/proto/parse-json.ts';
import { badPayload } from '../../codec/proto/type.ts';
import { isObject } from '../../codec/proto/value-json.ts';
import { rpcs } from '../rpcs/rpcs.ts';
import { type RestRoute, routeRest } from './route.ts';

/** Answers a REST request; 404 for everything that is none. */
export async function serveRest(
  backend: Backend,
  { request, response, url }: { request: IncomingMessage; response: ServerResponse; url: URL },
): Promise<void> {
  const route = routeRest(request.method ?? '', url.pathname, url.searchParams);
  const rpc = route && rpcs[route.rpc];
  if (!rpc || rpc.kind === 'stream') {
    request.resume();
    answerNotFound(response);
    return;
  }
  const body = await readBody(request);
  if (!body || body.length > maxRequestBytes) {
    answerError(response, requestTooLarge());
    return;
  }
  // https://cloud.google.com/apis/docs/system-parameters
  const pretty = url.searchParams.get('prettyPrint') !== 'false';
  const call = new Call(backend, request.headers.authorization);
  response.once('close', () => {
    if (!response.writableEnded) call.cancel();
  });
  try {
    const message = rpc.request.fromJson(requestJson(route, body));
    const result = await rpc.run(message, call);
    response.setHeader('X-Local-Firestore-Billed', call.bill);
    if (rpc.kind === 'unary') answerJson(response, rpc.response.toJson(result), pretty);
    else
      answerText(
        response,
        streamText(
          Array.from(result as Iterable<unknown>, (item) => rpc.response.toJson(item)),
          pretty,
        ),
        'application/json; charset=UTF-8',
      );
  } catch (error) {
    answerError(response, clientError(error));
  }
}

/** The path wins over the body for names. */
function requestJson(route: RestRoute, bytes: Buffer): unknown {
  if (route.body === 'none') return route.fields;
  const body = parse(bytes);
  if (route.body === 'whole') return { ...body, ...route.fields };
  const { name: _, ...content } = body;
  const named = route.fields.document;
  return { ...route.fields, document: { ...content, ...(isObject(named) ? named : {}) } };
}

function parse(bytes: Buffer): Readonly<Record<string, unknown>> {
  if (bytes.length === 0) return {};
  let json: unknown;
  try {
    json = parseJson(bytes.toString('utf8'));
  } catch (error) {
    throw error instanceof SyntaxError ? badPayload() : error;
  }
  if (!isObject(json)) throw badPayload();
  return json;
}

function streamText(items: readonly Json[], pretty: boolean): string {
  if (!pretty) return JSON.stringify(items);
  return `[\n${items.map((item) => javaLayout(item)).join(',\n')}\n]\n`;
}
