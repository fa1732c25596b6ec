const CLOTH_COUNT = 4;

interface Props {
  productId: number;
  name: string;
}

/** Replaces a missing picture with the product's name on a drawing of cloth. A product always has the same drawing. */
export function ClothCard({ productId, name }: Props) {
  return (
    <span className="absolute inset-0 grid place-items-center" aria-hidden="true">
      <img
        src={`/cloth/${(productId % CLOTH_COUNT) + 1}.svg`}
        alt=""
        width="400"
        height="500"
        loading="lazy"
        className="absolute inset-0 size-full object-cover"
      />
      <span className="relative max-w-4/5 bg-ground px-3 py-2 text-center font-serif text-base">{name}</span>
    </span>
  );
}
