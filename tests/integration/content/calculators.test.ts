import { expect, test } from 'vitest';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { childSize, hasChildSize } from '#lib/content/content/child-size.server.ts';
import { clothCalculator } from '#lib/content/content/cloth-calculator.server.ts';
import { onBothEngines } from '#support/database.ts';
import { importDemoCatalogue } from '#support/demo-catalogue.ts';
import { setService } from '#support/offer-service.ts';

const CLOTH = 'pochampally-diamond-ikat';
const KURTA = 'women: Kurta, calf length, full sleeve, XL';

onBothEngines('calculators', (open) => {
  async function setUp() {
    const db = await open();
    await importDemoCatalogue(db);
    const shop = { db, now: Date.now };
    return { db, shop };
  }

  test('return the length of cloth that garments need, and the colours with enough cloth', async () => {
    const { db, shop } = await setUp();
    const calculate = (query: string, slug = CLOTH) => clothCalculator(shop, slug, new URLSearchParams(query));
    expect(await calculate(''), 'not offered in a new shop').toBe(undefined);
    await setService(db, 'clothCalculator');
    expect((await calculate(''))?.input).toEqual({ garment: '', width: 44, count: 1 });
    const garment = encodeURIComponent(KURTA);
    const result = await calculate(`garment=${garment}&count=4`);
    const product = await showProduct(db, CLOTH);
    const [ink, brick, neem] = product?.variants ?? [];
    expect(result?.result).toEqual({
      sentence: '4 × Kurta, calf length, full sleeve, XL, on cloth 112 cm wide: about 11 m.',
      metres: 11,
      offers: [
        { name: 'Ink Blue', href: `/products/${CLOTH}/${ink?._id}?quantity=11`, text: '₹6,039.00' },
        { name: 'Brick', href: `/products/${CLOTH}/${brick?._id}?quantity=11`, text: '₹6,039.00' },
        { name: 'Neem Green', text: 'At most 9.25 m in one piece' },
      ],
    });
    expect(neem?.longestCutCm).toBe(925);
    expect((await calculate(`garment=${garment}&width=36`))?.result).toMatchObject({ metres: 3.5 });
    expect((await calculate('garment=women: Toga, M'))?.result).toEqual({ problem: 'Choose a garment from the list.' });
    expect(await calculate('', 'godavari-indigo-straight-kurta'), 'not offered for clothes').toBe(undefined);
  });

  test('find a child’s size by height, with the filters for clothes in that size', async () => {
    const { db, shop } = await setUp();
    expect([hasChildSize(shop), await childSize(shop, new URLSearchParams('height=100'))]).toEqual([false, undefined]);
    await setService(db, 'childSize');
    const result = await childSize(shop, new URLSearchParams('height=100'));
    expect(result?.result).toMatchObject({ sizes: [{ size: '3-4 years' }, { size: '4-5 years' }] });
    expect(result?.ageSlugs.get('3-4 years')).toBe('3-4-years');
  });
});
