import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Picture } from '#lib/platform/files/pictures.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { LOOK, type Look } from '#lib/shop/look.schema.ts';
import { lookStyle } from '#lib/shop/look-style.ts';

interface ShopLook {
  look: Look;
  /** For a `<style>`; empty when all is as it came. */
  style: string;
  logo: Picture | undefined;
  icon: Picture | undefined;
}

export function shopLook({ db, contentPictures }: Pick<Shop, 'db' | 'contentPictures'>): ShopLook {
  const content = contentOf(db);
  return content.memo('look', () => {
    const look = content.of(LOOK);
    const pictureAt = (name: string | null) => (name === null ? undefined : contentPictures.get(name));
    const style = lookStyle(look, content.shippedValue(LOOK, LOOK.path) as Look);
    return { look, style, logo: pictureAt(look.logo), icon: pictureAt(look.icon) };
  });
}
