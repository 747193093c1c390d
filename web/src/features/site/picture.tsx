interface PictureProps {
  /** Name of a file pair in public/pictures. */
  name: string;
  alt: string;
  /** Loads at once, because it is seen first. */
  first?: boolean;
  width?: number;
  height?: number;
}

/**
 * A screen of the product, in the present colour scheme. The other scheme's picture is not loaded:
 * it is lazy and not displayed.
 */
export function Picture({ name, alt, first = false, width = 1280, height = 800 }: PictureProps) {
  return (
    <>
      {(['light', 'dark'] as const).map((theme) => (
        <img
          key={theme}
          className={`only-${theme}`}
          src={`/pictures/${name}-${theme}.webp`}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          fetchPriority={first ? 'high' : 'auto'}
        />
      ))}
    </>
  );
}
