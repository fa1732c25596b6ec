import { pictureSrcset, pictureUrl } from '#lib/platform/files/pictures/pictures.ts';

interface Props {
  picture: { hash: string; width: number; height: number; dominant: string };
  sizes: string;
  className: string;
}

/** A decorative picture beside a name; the counterpart of Picture.astro for React. */
export function Picture({ picture, sizes, className }: Props) {
  return (
    <>
      <svg className="absolute inset-0 size-full" width="1" height="1" aria-hidden="true">
        <rect width="100%" height="100%" fill={picture.dominant} />
      </svg>
      <picture>
        <source type="image/avif" srcSet={pictureSrcset(picture, 'avif')} sizes={sizes} />
        <img
          className={`relative ${className}`}
          src={pictureUrl(picture.hash, 480, 'webp')}
          alt=""
          width={picture.width}
          height={picture.height}
          loading="lazy"
          decoding="async"
        />
      </picture>
    </>
  );
}
