import type { ServerResponse } from 'node:http';

/** Answers with JSON. Express' own way looks for ETags, character sets and fresh copies, which answers that are never stored have not. */
export function answerJson(res: ServerResponse, status: number, body: unknown): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(JSON.stringify(body));
}
