/** Structured logs in event style: one JSON object a line, as Cloud Logging reads them. No personal data, no secrets. */
export const log = {
  info: (event: string, fields: Fields = {}) => write('INFO', event, fields),
  warn: (event: string, fields: Fields = {}, error?: unknown) => write('WARNING', event, fields, error),
  error: (event: string, fields: Fields = {}, error?: unknown) => write('ERROR', event, fields, error),
};

type Fields = Record<string, string | number | boolean | null>;

function write(severity: string, event: string, fields: Fields, error?: unknown): void {
  const line = redact(JSON.stringify({ severity, message: event, ...fields, ...(error === undefined ? {} : { error: describe(error) }) }));
  if (severity === 'INFO') console.log(line);
  else console.error(line);
}

function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  return { name: error.name, message: error.message, stack: error.stack, ...(error.cause ? { cause: describe(error.cause) } : {}) };
}

/** Foreign errors quote what they were given: addresses, keys and tokens go. */
export function redact(text: string): string {
  return text
    .replace(/[\w.+-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63})+/g, '[email]')
    .replace(/\bbp[ks]_[\w-]+/g, '[key]')
    .replace(/\beyJ[\w-]+\.[\w-]*\.?[\w-]*/g, '[token]')
    .replace(/(:\/\/)[^/\s"@]+@/g, '$1[credentials]@');
}
