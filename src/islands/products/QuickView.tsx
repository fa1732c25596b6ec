import { useEffect, useState } from 'react';
import buyBoxStyles from '#islands/products/buy-box.css?url';
import { fetchCurrencySymbol, fetchProduct } from '#islands/products/catalog.client.ts';
import { QuickViewProduct } from '#islands/products/QuickViewProduct.tsx';
import quickViewStyles from '#islands/products/quick-view.css?url';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { loadStyles } from '#islands/ui/load-styles.ts';
import { PRODUCT_NOT_FOUND } from '#lib/catalog/products/catalog.ts';
import type { ProductJson } from '#lib/catalog/products/product-json.ts';

const ERROR_LOADING = 'Error loading product';
const FAILED_TO_LOAD = 'Failed to load product details';
const MESSAGE_SHOWN_MS = 1_500;

interface Props {
  slug: string;
  isClosing: boolean;
  onClose: (failure?: string) => void;
}

export function QuickView({ slug, isClosing, onClose }: Props) {
  const { content, message } = useProduct(slug, onClose);
  return (
    <Dialog
      heading={content?.product.name ?? 'Quick view'}
      isHeadingHidden
      isClosing={isClosing}
      onClose={() => onClose()}
    >
      {content ? (
        <QuickViewProduct {...content} />
      ) : (
        <div className="quick-view-parts" aria-busy={message ? undefined : true}>
          <div className="quick-view-picture" />
          <div className="quick-view-message">
            <p role="status">{message || 'Loading'}</p>
            {message === PRODUCT_NOT_FOUND && (
              <a className="button" href="/products">
                See all products
              </a>
            )}
          </div>
        </div>
      )}
    </Dialog>
  );
}

function useProduct(slug: string, onFailure: (failure: string) => void) {
  const [content, setContent] = useState<{ product: ProductJson; currencySymbol: string }>();
  const [message, setMessage] = useState('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: a quick view shows the same product until it is closed.
  useEffect(() => {
    const controller = new AbortController();
    let closeTimer: ReturnType<typeof setTimeout> | undefined;
    const styles = Promise.all([buyBoxStyles, quickViewStyles].map(loadStyles));
    Promise.all([fetchProduct(slug, controller.signal), fetchCurrencySymbol(controller.signal), styles])
      .then(([product, currencySymbol]) =>
        product ? setContent({ product, currencySymbol }) : setMessage(PRODUCT_NOT_FOUND),
      )
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        const text = error instanceof TypeError || error instanceof SyntaxError ? ERROR_LOADING : FAILED_TO_LOAD;
        setMessage(text);
        closeTimer = setTimeout(() => onFailure(text), MESSAGE_SHOWN_MS);
      });
    return () => {
      controller.abort();
      clearTimeout(closeTimer);
    };
  }, [slug]);

  return { content, message };
}
