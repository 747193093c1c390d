const width = 10;

/** @returns the page numbers of a window of ten around the present page */
export function pageWindow(page: number, totalPages: number): number[] {
  const first = Math.max(1, Math.min(page - width / 2, totalPages - width + 1));
  return Array.from({ length: Math.min(width, totalPages) }, (_, at) => first + at);
}
