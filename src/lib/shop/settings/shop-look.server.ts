import { type Content, contentOf } from '#lib/platform/content/content.server.ts';
import type { OwnerFont } from '#lib/platform/files/fonts/owner-font.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { LOOK, type Look } from '#lib/shop/settings/look.schema.ts';
import { lookStyle, type OwnFonts } from '#lib/shop/settings/look-style.ts';

/**
 * Returns the look. `style` is the content of a `<style>` element, which is empty if the owner has changed no colours,
 * fonts or typeface. `lightStyle` is its content in light mode, without the owner's fonts.
 */
export function shopLook({ db, contentPictures }: Pick<Shop, 'db' | 'contentPictures'>) {
  const content = contentOf(db);
  return content.memo('look', () => {
    const look = content.of(LOOK);
    const pictureAt = (name: string | null) => (name === null ? undefined : contentPictures.get(name));
    const defaults = content.demoValue(LOOK, LOOK.path) as Look;
    const style = lookStyle(look, defaults, ownFonts(content, look));
    const lightStyle = lookStyle(look, defaults, { texts: [], headings: [] });
    return { look, style, lightStyle, logo: pictureAt(look.logo), icon: pictureAt(look.icon) };
  });
}

function ownFonts(content: Content, { fonts }: Look): OwnFonts {
  const facesOf = (names: readonly string[]) =>
    names.flatMap((name) => {
      const text = content.ownTexts.get(`fonts/${name}`);
      return text?.state === 'own' ? [JSON.parse(text.body) as OwnerFont] : [];
    });
  return { texts: facesOf(fonts.texts), headings: facesOf(fonts.headings) };
}
