interface Props {
  path: string;
  className: string;
}

export function Icon({ path, className }: Props) {
  return (
    <svg
      className={className}
      width="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
