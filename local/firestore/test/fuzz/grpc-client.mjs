// gRPC over a bare HTTP/2 session, so that frames can also be wrong.
import { connect } from 'node:http2';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import protobuf from 'protobufjs';

const protos = join(dirname(createRequire(import.meta.url).resolve('@google-cloud/firestore/package.json')), 'build/protos');
const root = new protobuf.Root();
root.resolvePath = (_origin, target) => join(protos, target);
root.loadSync('google/firestore/v1/firestore.proto');
const service = root.lookupService('google.firestore.v1.Firestore');

export const methods = Object.keys(service.methods);
const typesOf = (method) => ({
  request: root.lookupType(`google.firestore.v1.${service.methods[method].requestType}`),
  response:
    root.lookup(service.methods[method].responseType, protobuf.Type, false) ??
    root.lookupType(`google.firestore.v1.${service.methods[method].responseType}`),
});

export function encoded(method, json) {
  const { request } = typesOf(method);
  return Buffer.from(request.encode(request.fromObject(forProtobuf(json))).finish());
}

export function framed(payload, { flag = 0, length = payload.length } = {}) {
  const head = Buffer.alloc(5);
  head[0] = flag;
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, payload]);
}

/** ProtoJSON as protobufjs wants it: timestamps as seconds and nanos, null by its name. */
function forProtobuf(json, key) {
  if (Array.isArray(json)) return json.map((item) => forProtobuf(item));
  if (json && typeof json === 'object')
    return Object.fromEntries(Object.entries(json).map(([name, part]) => [name, forProtobuf(part, name)]));
  if (json === null && key === 'nullValue') return 'NULL_VALUE';
  if (typeof json === 'number' && key === 'limit') return { value: json };
  if (typeof json === 'string' && ['timestampValue', 'updateTime', 'readTime'].includes(key)) {
    const [, whole, fraction = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(json);
    return { seconds: String(Date.parse(`${whole}Z`) / 1000), nanos: Number(fraction.padEnd(9, '0')) };
  }
  return json;
}

export class GrpcClient {
  #port;
  #session;

  constructor(port) {
    this.#port = port;
  }

  get session() {
    if (!this.#session || this.#session.destroyed || this.#session.closed) {
      this.#session = connect(`http://127.0.0.1:${this.#port}`);
      this.#session.on('error', () => {});
    }
    return this.#session;
  }

  close() {
    this.#session?.destroy();
  }

  /** @returns { code, message, answers } */
  call(method, json, headers) {
    return this.send(method, framed(encoded(method, json)), headers);
  }

  frame(method, json) {
    return framed(encoded(method, json));
  }

  /** Sends these bytes as the whole request. */
  send(method, bytes, headers = {}) {
    const { stream, ended, answers } = this.open(method, headers);
    stream.end(bytes);
    return ended.then((status) => ({ ...status, answers }));
  }

  open(method, headers = {}, onAnswer = () => {}) {
    const { response } = Object.hasOwn(service.methods, method) ? typesOf(method) : {};
    const stream = this.session.request({
      ':method': 'POST',
      ':path': `/google.firestore.v1.Firestore/${method}`,
      'content-type': 'application/grpc',
      te: 'trailers',
      authorization: 'Bearer owner',
      ...headers,
    });
    const answers = [];
    let pending = Buffer.alloc(0);
    let status;
    const read = (received) => {
      if (received['grpc-status'] !== undefined)
        status = { code: Number(received['grpc-status']), message: decodeURIComponent(received['grpc-message'] ?? '') };
      else if (received[':status'] !== 200) status = { code: -1, message: `HTTP ${received[':status']}` };
    };
    stream.on('response', read);
    stream.on('trailers', read);
    stream.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      while (pending.length >= 5 && pending.length >= 5 + pending.readUInt32BE(1)) {
        const size = pending.readUInt32BE(1);
        const answer = response.toObject(response.decode(pending.subarray(5, 5 + size)), {
          longs: String,
          enums: String,
          bytes: String,
          json: true,
        });
        pending = pending.subarray(5 + size);
        answers.push(answer);
        onAnswer(answer);
      }
    });
    const ended = new Promise((resolve) => {
      stream.on('error', () => {});
      stream.on('close', () => resolve(status ?? { code: -2, message: 'no status' }));
    });
    return { stream, ended, answers };
  }
}
