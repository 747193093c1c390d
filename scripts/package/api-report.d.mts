export function apiReport(types: string, entries: Record<string, string>): string;
