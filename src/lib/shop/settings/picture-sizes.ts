/** The `sizes` attributes of pictures that are made before they are requested. */
export const PICTURE_SIZES = {
  slide: '100vw',
  whyUs: '(min-width: 64rem) 50vw, 100vw',
  tile: '(min-width: 64rem) 22vw, 44vw',
  article: '(min-width: 80rem) 24rem, (min-width: 48.0625rem) 31vw, 44vw',
  railCard: '(min-width: 64rem) 22vw, (min-width: 48rem) 30vw, 44vw',
  listCard: '(min-width: 80rem) 17rem, (min-width: 64rem) 22vw, (min-width: 48rem) 30vw, 44vw',
  product: '(min-width: 80rem) 33rem, (min-width: 48rem) 42vw, 60vw',
};
