import { createClient, type LiveEvent } from '@bedplate/client';

export interface Order {
  title: string;
  amount?: number;
}
interface Row extends Order {
  id: string;
  createdAt: string;
  updatedAt: string;
}

/** A storage behind the real client: it answers its requests from memory, and tells its listeners of each change. */
export class TestServer {
  rows: Row[] = [];
  readonly requests: string[] = [];
  readonly sinces: (string | undefined)[] = [];
  /** Answers wait for it. */
  gate: Promise<void> = Promise.resolve();
  /** Answers to writes wait for it, when they are stored already. */
  answerGate: Promise<void> = Promise.resolve();
  /** Keeps events back until `tellLate`. */
  tellsLate = false;
  private readonly late: LiveEvent[] = [];
  refuses = false;
  refusesReads = false;
  private readonly listeners = new Set<(event: LiveEvent) => void>();
  private made = 0;

  readonly bedplate = createClient({
    endpoint: 'http://api.test',
    projectId: 'p',
    apiKey: 'k',
    retries: 0,
    fetch: (...call) => this.answer(...call),
  });
  readonly orders = this.bedplate.storage<Order>('orders', 's1');

  readonly follow = (_: string, { since, onChange }: { since?: string; onChange: (event: LiveEvent) => void }) => {
    this.sinces.push(since);
    this.listeners.add(onChange);
    return { close: () => this.listeners.delete(onChange) };
  };

  get listening(): number {
    return this.listeners.size;
  }

  add(title: string, amount?: number): Row {
    const at = this.time();
    const row: Row = { id: `r${this.made}`, title, ...(amount !== undefined && { amount }), createdAt: at, updatedAt: at };
    this.rows = [row, ...this.rows];
    this.tell({ type: 'create', id: row.id, record: { ...row } });
    return row;
  }

  change(id: string, fields: Partial<Order>): Row {
    const row = { ...this.find(id), ...fields, updatedAt: this.time() };
    this.rows = this.rows.map((one) => (one.id === id ? row : one));
    this.tell({ type: 'update', id, record: { ...row } });
    return row;
  }

  remove(id: string): void {
    this.rows = this.rows.filter((row) => row.id !== id);
    this.tell({ type: 'delete', id });
  }

  tellLate(): void {
    this.tellsLate = false;
    for (const event of this.late.splice(0)) this.tell(event);
  }

  private tell(event: LiveEvent): void {
    if (this.tellsLate && event.type === 'create') return void this.late.push(event);
    for (const listener of this.listeners) listener(event);
  }

  private find(id: string): Row {
    const row = this.rows.find((one) => one.id === id);
    if (!row) throw new Error(`There is no ${id}.`);
    return row;
  }

  /** Each change has a time of its own. */
  private time(): string {
    return new Date(Date.UTC(2026, 0, 1) + ++this.made).toISOString();
  }

  private async answer(address: URL | RequestInfo, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(address));
    this.requests.push(`${init.method} ${url.pathname}${url.search}`);
    await Promise.race([this.gate, aborted(init.signal)]);
    const id = url.pathname.split('/dataId/')[1];
    if (init.method === 'GET' && this.refusesReads) return failure(409, 'conflict');
    if (init.method === 'GET') return id ? this.one(id) : this.list(url.searchParams);
    if (this.refuses) return failure(409, 'conflict');
    if (init.method === 'DELETE' && id) {
      this.remove(id);
      return Response.json({ success: true });
    }
    if (id?.endsWith('/upload')) {
      this.change(id.replace('/upload', ''), { title: 'With a file' });
      return Response.json({ success: true, url: 'http://files.test/x', name: 'x.txt', size: 1, type: 'text/plain' });
    }
    const fields = JSON.parse(String(init.body)) as Order;
    const stored = id ? this.change(id, fields) : this.add(fields.title, fields.amount);
    await this.answerGate;
    return Response.json({ data: stored });
  }

  private one(id: string): Response {
    const row = this.rows.find((one) => one.id === id);
    return row ? Response.json({ data: row }) : failure(404, 'not-found');
  }

  private list(query: URLSearchParams): Response {
    const title = query.get('title');
    const data = this.rows.filter((row) => title === null || row.title === title).slice(0, Number(query.get('limit') ?? 10));
    const pagination = { currentPage: 1, totalPages: 1, totalItems: this.rows.length, limit: 10, totalIsExact: true, nextCursor: null };
    return Response.json({ data, pagination });
  }
}

/** Rejects when the caller cancels the request, as fetch does. */
function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
}

function failure(status: number, code: string): Response {
  return Response.json({ success: false, message: `Refused: ${code}.`, error: { code } }, { status });
}
