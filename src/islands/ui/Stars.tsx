interface Props {
  rating: number;
  count: number;
}

/** The counterpart of Stars.astro for React. */
export function Stars({ rating, count }: Props) {
  return (
    <span className="inline-flex items-center gap-1 text-xs text-soft">
      <svg className="size-3.5 text-turmeric" width="14" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
        <path d="m10 1.8 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8Z" />
      </svg>
      <span>
        <span className="sr-only">Rated </span>
        {rating.toFixed(1)}
        <span className="sr-only"> out of 5</span> ({count}
        <span className="sr-only">{count === 1 ? ' rating' : ' ratings'}</span>)
      </span>
    </span>
  );
}
