import { homeRails } from '#lib/catalog/listing/home-rails.server.ts';
import { leadsToProducts, shopMenu } from '#lib/catalog/listing/taxonomy.server.ts';
import { SLIDES } from '#lib/content/content/slides.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Picture } from '#lib/platform/files/pictures/pictures.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

type StoredSlide = ReturnType<typeof SLIDES.schema.parse>[number];

interface Slide extends Omit<StoredSlide, 'image' | 'imageTall'> {
  widePicture?: Picture | undefined;
  tallPicture?: Picture | undefined;
}

const MAX_COLLECTION_SLIDES = 4;

/**
 * Returns the slides, except slides that link to a list without products. If no slides are left, makes slides from the
 * first collections and categories.
 */
export async function homeSlides(shop: Pick<Shop, 'cache' | 'db' | 'contentPictures'>): Promise<Slide[]> {
  const { valuesWithProducts } = await shopMenu(shop);
  const slides = contentOf(shop.db)
    .of(SLIDES)
    .filter(({ custome_link }) => leadsToProducts(valuesWithProducts, custome_link));
  if (slides.length === 0) return slidesFromCollections(shop);
  return slides.map(({ image, imageTall, ...slide }) => ({
    ...slide,
    widePicture: shop.contentPictures.get(image),
    tallPicture: shop.contentPictures.get(imageTall),
  }));
}

async function slidesFromCollections({ db }: Pick<Shop, 'db'>): Promise<Slide[]> {
  const { collections } = await homeRails(db);
  return collections.slice(0, MAX_COLLECTION_SLIDES).map(({ name, href, picture }) => ({
    heading: name,
    description: '',
    custome_link: href,
    linkText: 'See all',
    imageAlt: picture.alt,
    widePicture: picture,
  }));
}
