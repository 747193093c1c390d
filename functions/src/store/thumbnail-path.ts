/** Apart from the files themselves, whose folders are listed; with the same path, so that nothing has to be remembered. */
export function thumbnailPath(path: string, size: number): string {
  return `thumbnails/${path}/${size}.webp`;
}

export function isThumbnail(path: string): boolean {
  return path.startsWith('thumbnails/');
}
