/** @returns at most five page numbers with the first and the last; null stands for an ellipsis */
export function pageNumbers(page: number, totalPages: number): (number | null)[] {
  if (totalPages <= 5) return Array.from({ length: totalPages }, (_, at) => at + 1);
  if (page <= 3) return [1, 2, 3, 4, null, totalPages];
  if (page >= totalPages - 2) return [1, null, totalPages - 3, totalPages - 2, totalPages - 1, totalPages];
  return [1, null, page - 1, page, page + 1, null, totalPages];
}

/** @returns the page numbers of a window of ten around the present page */
export function pageWindow(page: number, totalPages: number): number[] {
  const first = Math.max(1, Math.min(page - windowWidth / 2, totalPages - windowWidth + 1));
  return Array.from({ length: Math.min(windowWidth, totalPages) }, (_, at) => first + at);
}

const windowWidth = 10;
