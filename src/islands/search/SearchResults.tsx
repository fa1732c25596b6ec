import type { SearchResponse } from '#islands/search/search.client.ts';
import type { ProductSummaryJson } from '#lib/catalog/products/product-json.ts';
import {
  exactSearchHref,
  facetHref,
  facetName,
  NOTHING_FOUND_FOR,
  PARTIAL_RESULTS,
  SIMILAR_RESULTS,
  searchWithoutLimitsHref,
} from '#lib/catalog/search/search.ts';
import { formatPaise } from '#lib/shop/money/money.ts';

interface Props {
  results: SearchResponse;
  term: string;
  currencySymbol: string;
}

const LINK_GROUPS = [
  ['category', 'Categories', 5],
  ['brand', 'Brands', 5],
  ['blog', 'From the journal', 2],
] as const;

/** Shows products first, because little else is visible above the keyboard of a phone. */
export function SearchResults({ results, term, currencySymbol }: Props) {
  return (
    <div className="grid gap-4">
      {results.redirect && (
        <a className="text-link inline-flex min-h-11 items-center" href={results.redirect.path} data-result>
          Go to {results.redirect.name}
        </a>
      )}
      <QueryNote results={results} term={term} />
      {results.product.length > 0 && (
        <section>
          <h3 className="mb-1 font-sans text-xs font-semibold text-soft">Products</h3>
          <ul>
            {results.product.map((product) => (
              <li key={product.slug} className="border-t border-line">
                <ProductLine product={product} currencySymbol={currencySymbol} />
              </li>
            ))}
          </ul>
          <a className="button-quiet mt-4 w-full" href={`/search?${new URLSearchParams({ search: term })}`} data-result>
            All results
          </a>
        </section>
      )}
      {LINK_GROUPS.filter(([kind]) => results[kind].length > 0).map(([kind, heading, maxHits]) => (
        <section key={kind}>
          <h3 className="font-sans text-xs font-semibold text-soft">{heading}</h3>
          <ul className="flex flex-wrap gap-x-4">
            {results[kind].slice(0, maxHits).map((hit) => (
              <li key={hit.slug}>
                <a className="text-link inline-flex min-h-11 items-center" href={facetHref(kind, hit.slug)} data-result>
                  {facetName(hit)}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function QueryNote({ results, term }: Pick<Props, 'results' | 'term'>) {
  return (
    <>
      {results.shownFor !== undefined && (
        <p>
          Showing results for <strong>{results.shownFor}</strong>.{' '}
          <a className="text-link inline-flex min-h-11 items-center" href={exactSearchHref(term)} data-result>
            Search for “{term}” instead
          </a>
        </p>
      )}
      {results.product.length > 0 && <LimitNote results={results} />}
      {results.product.length > 0 && results.missingKinds && (
        <p>
          {NOTHING_FOUND_FOR} <strong>{results.missingKinds.join(', ')}</strong>. {SIMILAR_RESULTS}
        </p>
      )}
      {results.shownFor === undefined && !results.missingKinds && results.isPartial && <p>{PARTIAL_RESULTS}</p>}
    </>
  );
}

/** Shows the price, size and age that the search term contains, with a link to the results without these limits. */
function LimitNote({ results: { limits, unmetLimits, termWithoutLimits = '' } }: Pick<Props, 'results'>) {
  return (
    <>
      {limits && (
        <p>
          Showing only: <strong>{limits}</strong>.{' '}
          <a
            className="text-link inline-flex min-h-11 items-center"
            href={searchWithoutLimitsHref(termWithoutLimits)}
            data-result
          >
            {termWithoutLimits ? `Show all results for “${termWithoutLimits}”` : 'Show all products'}
          </a>
        </p>
      )}
      {unmetLimits && (
        <p>
          Nothing matches <strong>{unmetLimits}</strong>. These products come closest.
        </p>
      )}
    </>
  );
}

function ProductLine({ product, currencySymbol }: { product: ProductSummaryJson; currencySymbol: string }) {
  const pricePaise = Math.round((product.sale_price ?? product.price) * 100);
  return (
    <a className="flex min-h-18 items-center gap-3 py-2 hover:bg-cloth" href={`/products/${product.slug}`} data-result>
      {product.featured_image ? (
        <img
          className="aspect-4/5 w-12 shrink-0 object-cover"
          src={product.featured_image.replace(/-\d+\.webp$/, '-160.webp')}
          alt=""
          width="48"
          height="60"
        />
      ) : (
        <span className="aspect-4/5 w-12 shrink-0 bg-cloth" />
      )}
      <span className="grow">
        <span className="block">{product.name}</span>
        {product.brand && <span className="block text-xs text-soft">{product.brand}</span>}
      </span>
      <span className="tabular-nums">{currencySymbol + formatPaise(pricePaise)}</span>
    </a>
  );
}
