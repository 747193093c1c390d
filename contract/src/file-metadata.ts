/** A stored file of a record, by field name; out as `file_metadata`. */
export interface FileMetadata {
  name: string;
  size: number;
  type: string;
  url: string;
  /** Object name in the bucket. */
  path: string;
  uploadedAt: string;
  /** Addresses of smaller copies of an image by the longest side in pixels, with the same access as `url`. */
  thumbnails?: Record<string, string>;
}
