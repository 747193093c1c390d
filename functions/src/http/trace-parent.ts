/**
 * Reads a `traceparent` header. A malformed one is ignored, as the standard asks: https://www.w3.org/TR/trace-context/#traceparent-header
 * @returns the trace id, 32 hex digits
 */
export function traceIdOf(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string') return null;
  const [, version = '', traceId = '', parentId = '', rest = ''] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/.exec(header.slice(0, 200)) ?? [];
  const isValid = version !== '' && version !== 'ff' && !/^0+$/.test(traceId) && !/^0+$/.test(parentId);
  return isValid && (version !== '00' || rest === '') ? traceId : null;
}
