/** Longest side in pixels of the smaller copies that an uploaded image gets. */
export const thumbnailSizes = [128, 512, 1280] as const;

/** Images of these types, told by their content, get thumbnails. */
export const thumbnailTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/tiff'] as const;

/** Width times height beyond which an image is stored without thumbnails: a few kilobytes can claim to be gigabytes of pixels. */
export const thumbnailPixels = 40_000_000;
