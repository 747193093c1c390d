/** Derives a thumbnail's path from its file's. The folder is another, because the files' folders are listed. */
export function thumbnailPath(path: string, size: number): string {
  return `thumbnails/${path}/${size}.webp`;
}

export function isThumbnail(path: string): boolean {
  return path.startsWith('thumbnails/');
}
