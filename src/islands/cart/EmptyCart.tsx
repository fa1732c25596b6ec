import { Icon } from '#islands/ui/Icon.tsx';
import { BAG } from '#islands/ui/icon-paths.ts';

export function EmptyCart() {
  return (
    <div className="cart-empty mt-6 grid justify-items-center border border-line bg-white px-6 py-12 text-center md:py-16">
      <span className="grid size-16 place-items-center rounded-full bg-cloth text-indigo">
        <Icon path={BAG} className="size-7" />
      </span>
      <h2 className="mt-5 text-lg">Your cart is empty</h2>
      <p className="mt-2 max-w-prose text-soft">
        Items that you add stay here for 30 days. If you are logged in, they stay until you remove them.
      </p>
      <p className="mt-6">
        <a className="button" href="/products">
          Browse Products
        </a>
      </p>
    </div>
  );
}
