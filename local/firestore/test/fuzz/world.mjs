// One project, its model, and valid requests to it one after another over changing transports.
import { randomPath, randomQuery, randomWrite, randomWrites, timeText, wireQuery, wireWrite } from './generate.mjs';
import { grpcListener, webChannelListener } from './listener.mjs';
import { Model, shown } from './model.mjs';
import { http, restCall } from './rest-client.mjs';
import { canonicalFields, micros } from './values.mjs';

const roundOperations = 120;
const patience = 30_000;

export class World {
  operations = 0;
  #random;
  #port;
  #grpc;
  #model = new Model();
  #database;
  #documents;
  #project;
  #listeners = [];
  #trail = [];

  constructor({ random, port, grpc, project }) {
    this.#random = random;
    this.#port = port;
    this.#grpc = grpc;
    this.#project = project;
    this.#database = `projects/${project}/databases/(default)`;
    this.#documents = `${this.#database}/documents/`;
  }

  /** An empty database, some requests with listeners beside them, and a comparison of everything. */
  async round() {
    const cleared = await http(this.#port, 'DELETE', `/emulator/v1/${this.#database}/documents`);
    this.#check(cleared.status === 200, `clear answered ${cleared.status}`);
    this.#model = new Model();
    this.#trail = [];
    this.#listen();
    const actions = [
      this.#commit,
      this.#commit,
      this.#commit,
      this.#query,
      this.#query,
      this.#query,
      this.#aggregate,
      this.#read,
      this.#batchWrite,
      this.#transaction,
      this.#writeStream,
      this.#collectionIds,
      this.#list,
    ];
    for (let i = 0; i < roundOperations; i++) {
      this.operations++;
      await this.#within(this.#random.pick(actions).call(this));
      if (i % 30 === 29) await this.#compareListeners();
    }
    await this.#compareAll();
    for (const { listener } of this.#listeners) listener.close();
    this.#listeners = [];
  }

  /** A request that is never answered is a failure, not a pause. */
  async #within(action) {
    let timer;
    const late = new Promise((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`${this.#project}: no answer\n${this.#trail.at(-1)}`)), patience);
    });
    await Promise.race([action, late]).finally(() => clearTimeout(timer));
  }

  #listen() {
    for (const open of [() => grpcListener(this.#grpc, this.#database), () => webChannelListener(this.#port, this.#database)]) {
      const listener = open();
      const queries = new Map();
      for (let id = 2; id <= 6; id += 2) {
        const query = this.#validQuery();
        queries.set(id, query);
        listener.add(id, { query: { parent: this.#parent(query), structuredQuery: wireQuery(query, this.#documents) } });
      }
      const path = randomPath(this.#random);
      listener.add(8, { documents: { documents: [this.#documents + path] } });
      this.#listeners.push({ listener, queries, path });
    }
  }

  /** Every listener must come to hold what its query answers. */
  async #compareListeners() {
    for (const entry of this.#listeners) {
      const { listener, queries, path } = entry;
      const expected = [
        ...Array.from(queries, ([id, query]) => [id, this.#model.query(query)]),
        [8, this.#model.documents.has(path) ? [path] : []],
      ];
      const differs = () => expected.find(([id, paths]) => !sameState(listener.state(id), paths, this.#model));
      const deadline = Date.now() + 10_000;
      while (differs() && listener.problems.length === 0 && !listener.ended && Date.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 5));
      this.#check(listener.problems.length === 0, `listener: ${listener.problems[0]}`);
      this.#check(!listener.ended, 'the Listen stream ended by itself');
      const wrong = differs();
      if (wrong) {
        const [id, paths] = wrong;
        this.#check(
          false,
          `target ${id} ${JSON.stringify(queries.get(id) ?? path)} holds ${JSON.stringify([...(listener.state(id) ?? [])])}, the model ${JSON.stringify(paths.map((p) => [p, shown(this.#model.documents.get(p))]))}`,
        );
      }
      if (this.#random.chance(0.3)) {
        const query = this.#validQuery();
        listener.remove(2);
        queries.delete(2);
        const id = 10 + 2 * this.#random.int(1000);
        if (!queries.has(id)) {
          queries.set(id, query);
          listener.add(id, { query: { parent: this.#parent(query), structuredQuery: wireQuery(query, this.#documents) } });
        }
      }
    }
  }

  #validQuery() {
    return randomQuery(this.#random, this.#model);
  }

  #parent({ parent }) {
    return parent === '' ? this.#documents.slice(0, -1) : this.#documents + parent;
  }

  async #commit(transaction) {
    const writes = randomWrites(this.#random, this.#model, 1 + this.#random.int(5));
    const { code, after } = this.#model.tried(writes);
    const result = await this.#call('Commit', {
      database: this.#database,
      writes: writes.map((write) => wireWrite(write, this.#documents)),
      ...(typeof transaction === 'string' && { transaction }),
    });
    this.#check(
      result.code === (code ?? 0),
      `commit of ${JSON.stringify(writes.map(plainTimes))} answered ${result.code} ${result.message}, expected ${code ?? 0}`,
    );
    if (!after || code) return;
    const [{ commitTime, writeResults }] = result.answers;
    this.#check(writeResults.length === writes.length, 'one result for each write');
    this.#model.apply(after, micros(commitTime));
    await this.#adoptTimes(writes);
  }

  /** Server timestamps are the request's time, which only the server knows. */
  async #adoptTimes(writes) {
    const stamped = writes.filter(({ transforms }) => transforms?.some(({ kind }) => kind === 'time'));
    for (const { path } of stamped) {
      const known = this.#model.documents.get(path);
      if (!known?.fields.f?.timestampValue?.ofServer) continue;
      const found = await this.#fetch(path);
      const time = found?.fields?.f;
      const far =
        time?.timestampValue === undefined ||
        micros(time.timestampValue) > known.updateTime ||
        known.updateTime - micros(time.timestampValue) > 60_000_000n;
      this.#check(!far, `server timestamp of ${path} is ${JSON.stringify(time)}, committed at ${known.updateTime}`);
      this.#model.documents.set(path, {
        ...known,
        fields: { ...known.fields, f: { timestampValue: timeText(micros(time.timestampValue)) } },
      });
    }
  }

  async #batchWrite() {
    const paths = [...new Set(this.#random.list(4, () => randomPath(this.#random)))];
    const writes = paths.map((path) => randomWrite(this.#random, this.#model, path));
    const result = await this.#call('BatchWrite', {
      database: this.#database,
      writes: writes.map((write) => wireWrite(write, this.#documents)),
    });
    this.#check(result.code === 0, `batchWrite answered ${result.code} ${result.message}`);
    const [{ status = [], writeResults = [] }] = result.answers;
    for (const [index, write] of writes.entries()) {
      const { code = 0, after } = this.#model.tried([write]);
      this.#check(
        (status[index]?.code ?? 0) === code,
        `batchWrite ${JSON.stringify(plainTimes(write))} answered ${JSON.stringify(status[index])}, expected ${code}`,
      );
      if (!after) continue;
      const unchanged = this.#model.documents.get(write.path)?.updateTime;
      const { updateTime } = writeResults[index] ?? {};
      this.#model.apply(after, updateTime ? micros(updateTime) : (unchanged ?? 0n));
    }
    await this.#adoptTimes(writes);
  }

  async #transaction() {
    const begun = await this.#call('BeginTransaction', { database: this.#database, options: { readWrite: {} } });
    this.#check(begun.code === 0, `beginTransaction answered ${begun.code} ${begun.message}`);
    const [{ transaction }] = begun.answers;
    const path = randomPath(this.#random);
    const read = await this.#call('BatchGetDocuments', { database: this.#database, documents: [this.#documents + path], transaction });
    this.#check(read.code === 0, `batchGet in a transaction answered ${read.code} ${read.message}`);
    if (this.#random.chance(0.7)) return this.#commit(transaction);
    const ended = await this.#call('Rollback', { database: this.#database, transaction });
    this.#check(ended.code === 0, `rollback answered ${ended.code} ${ended.message}`);
    return undefined;
  }

  async #writeStream() {
    const write = randomWrite(this.#random, this.#model);
    const { code = 0, after } = this.#model.tried([write]);
    const { stream, ended, answers } = this.#grpc.open('Write', {}, (answer) => {
      if (answer.streamId)
        stream.write(this.#frame('Write', { streamToken: answer.streamToken, writes: [wireWrite(write, this.#documents)] }));
      else stream.end();
    });
    stream.write(this.#frame('Write', { database: this.#database }));
    const status = await ended;
    this.#check(
      status.code === code,
      `the Write stream answered ${status.code} ${status.message} to ${JSON.stringify(plainTimes(write))}, expected ${code}`,
    );
    if (!after) return;
    this.#model.apply(after, micros(answers[1].commitTime));
    await this.#adoptTimes([write]);
  }

  async #read() {
    const paths = [...new Set(this.#random.list(4, () => randomPath(this.#random)))];
    if (paths.length === 0) return;
    const { code, message, answers } = await this.#call('BatchGetDocuments', {
      database: this.#database,
      documents: paths.map((path) => this.#documents + path),
    });
    this.#check(code === 0, `batchGet answered ${code} ${message}`);
    for (const [index, path] of paths.entries()) this.#same(path, answers[index]?.found);
  }

  async #fetch(path) {
    const { answers } = await this.#call('BatchGetDocuments', { database: this.#database, documents: [this.#documents + path] });
    return answers[0]?.found;
  }

  async #query() {
    const query = this.#validQuery();
    const { code, message, answers } = await this.#call('RunQuery', {
      parent: this.#parent(query),
      structuredQuery: wireQuery(query, this.#documents),
    });
    this.#check(code === 0, `the query ${JSON.stringify(query)} answered ${code} ${message}`);
    const found = answers.filter(({ document }) => document).map(({ document }) => document);
    const paths = found.map(({ name }) => name.slice(this.#documents.length));
    const expected = this.#model.query(query);
    this.#check(paths.join() === expected.join(), `the query ${JSON.stringify(query)} found ${paths}, the model ${expected}`);
    for (const [index, path] of paths.entries()) this.#same(path, found[index]);
  }

  async #aggregate() {
    const query = this.#validQuery();
    const asked = this.#random.chance(0.5) ? ['n'] : [];
    const aggregations = [{ alias: 'count', count: {} }, ...asked.map((field) => ({ alias: field, sum: { field: { fieldPath: field } } }))];
    const request = {
      parent: this.#parent(query),
      structuredAggregationQuery: { structuredQuery: wireQuery(query, this.#documents), aggregations },
    };
    const { code, message, answers } = await this.#call('RunAggregationQuery', request);
    this.#check(code === 0, `the aggregation ${JSON.stringify(query)} answered ${code} ${message}`);
    const { aggregateFields } = answers[0].result;
    const expected = this.#model.aggregate(query, asked);
    this.#check(
      Number(aggregateFields.count.integerValue) === expected.count,
      `count of ${JSON.stringify(query)} is ${JSON.stringify(aggregateFields)}, the model ${expected.count}`,
    );
    for (const [index, field] of asked.entries()) {
      const sum = Number(aggregateFields[field].integerValue ?? aggregateFields[field].doubleValue);
      this.#check(
        Math.abs(sum - Number(expected.sums[index])) < 1e-6,
        `sum of ${field} for ${JSON.stringify(query)} is ${sum}, the model ${expected.sums[index]}`,
      );
    }
  }

  async #list() {
    const collection = this.#random.pick(['a', 'b', 'a/1/sub']);
    const found = [];
    let pageToken = '';
    do {
      const { status, json } = await http(
        this.#port,
        'GET',
        `/v1/${this.#documents}${collection}?pageSize=3&pageToken=${encodeURIComponent(pageToken)}`,
      );
      this.#check(status === 200, `list answered ${status}`);
      found.push(...(json.documents ?? []));
      pageToken = json.nextPageToken ?? '';
    } while (pageToken !== '');
    const parent = collection.includes('/') ? 'a/1' : '';
    const expected = this.#model.query({ parent, collection: collection.split('/').at(-1), group: false, orders: [], offset: 0 });
    this.#check(
      found.map(({ name }) => name.slice(this.#documents.length)).join() === expected.join(),
      `list of ${collection} differs from ${expected}`,
    );
  }

  async #collectionIds() {
    const parent = this.#random.pick(['', 'a/1']);
    const { code, answers } = await this.#call('ListCollectionIds', { parent: this.#parent({ parent }) });
    const prefix = parent === '' ? '' : `${parent}/`;
    const below = [...this.#model.documents.keys()].filter((path) => path.startsWith(prefix));
    const expected = [
      ...new Set(
        below
          .map((path) => path.slice(prefix.length).split('/'))
          .filter((rest) => rest.length > 1)
          .map(([id]) => id),
      ),
    ].sort();
    this.#check(
      code === 0 && (answers[0]?.collectionIds ?? []).join() === expected.join(),
      `collections below "${parent}" are ${JSON.stringify(answers)}, the model ${expected}`,
    );
  }

  async #compareAll() {
    await this.#compareListeners();
    const { answers } = await this.#call('RunQuery', {
      parent: this.#documents.slice(0, -1),
      structuredQuery: { from: [{ collectionId: '', allDescendants: true }] },
    });
    const found = new Map(
      answers.filter(({ document }) => document).map(({ document }) => [document.name.slice(this.#documents.length), document]),
    );
    for (const path of new Set([...found.keys(), ...this.#model.documents.keys()])) this.#same(path, found.get(path));
  }

  #same(path, document) {
    const known = this.#model.documents.get(path);
    const equal =
      document === undefined || known === undefined
        ? document === known
        : canonicalFields(document.fields) === canonicalFields(known.fields);
    this.#check(equal, `${path} holds ${document ? canonicalFields(document.fields) : 'nothing'}, the model ${shown(known)}`);
    if (!document) return;
    this.#check(
      micros(document.updateTime) === known.updateTime,
      `${path} was updated at ${micros(document.updateTime)}, the model says ${known.updateTime}`,
    );
    this.#check(
      micros(document.createTime) === known.createTime,
      `${path} was created at ${micros(document.createTime)}, the model says ${known.createTime}`,
    );
  }

  #call(method, json) {
    const overRest = this.#random.chance(0.5);
    this.#trail.push(`${overRest ? 'REST' : 'gRPC'} ${method} ${JSON.stringify(json)}`);
    return overRest ? restCall(this.#port, method, json) : this.#grpc.call(method, json);
  }

  #frame(method, json) {
    this.#trail.push(`gRPC ${method} ${JSON.stringify(json)}`);
    return this.#grpc.frame(method, json);
  }

  #check(holds, message) {
    if (holds) return;
    throw new Error(`${this.#project}: ${message}\n${this.#trail.slice(-4).join('\n').slice(0, 6000)}`);
  }
}

function sameState(state, paths, model) {
  return (
    state !== undefined &&
    state.size === paths.length &&
    paths.every((path) => state.get(path) === canonicalFields(model.documents.get(path).fields))
  );
}

/** Times are bigints, which JSON does not hold. */
const plainTimes = (write) => JSON.parse(JSON.stringify(write, (_key, part) => (typeof part === 'bigint' ? String(part) : part)));
