import { addProduct } from '#lib/catalog/admin/create/add-product.server.ts';
import type { NewProduct } from '#lib/catalog/admin/create/new-product.schema.ts';
import { combinations, MAX_FORM_VARIANTS, type OptionInput } from '#lib/catalog/admin/create/option-combinations.ts';
import { type PictureShop, withNewPictures } from '#lib/catalog/admin/pictures/add-pictures.server.ts';
import {
  filesBySrc,
  refuseMissingFiles,
  uploadedPictures,
  withStoredPictures,
} from '#lib/catalog/admin/pictures/stored-pictures.server.ts';
import { readProduct } from '#lib/catalog/admin/read-product.server.ts';
import { lockCatalogue } from '#lib/catalog/products/catalogue-version.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { UploadedFile } from '#lib/platform/files/storage/upload.ts';
import {
  type ProcessedAction,
  processedResult,
  recordProcessedAction,
} from '#lib/platform/http/endpoint/processed-actions.server.ts';

const TOO_MANY = `These values result in more than ${MAX_FORM_VARIANTS} variants. Enter fewer values.`;
const SAME_NAME = 'Two options have the same name.';
const NO_NAME = 'Enter a name for these values, such as Size.';

/**
 * Adds a draft with a variant for each combination of option values, all with the same price and stock. If the same
 * `action` is processed again, for example because a form was sent twice, returns the existing draft. Returns the id of
 * the draft, and its version, which a request to add pictures needs. Throws `invalid`
 * if the values or pictures are rejected, `busy` if pictures can't be processed at the moment, and `conflict` if the
 * pictures have been deleted as unused in the meantime. After an error, neither rows nor pictures are left behind.
 */
export function createProduct(
  shop: PictureShop,
  input: NewProduct,
  files: readonly UploadedFile[],
  action: ProcessedAction,
): Promise<{ id: number; version: number }> {
  const { name, price, sell_unit, stock, category, hsn } = input;
  const options = optionsOf(input);
  const variantValues = combinations(options);
  if (variantValues.length > MAX_FORM_VARIANTS) throw new ShopError('invalid', TOO_MANY, { values_1: TOO_MANY });
  const variants = variantValues.map((values) => ({ values, price, quantity: stock, ...(hsn && { hsn }) }));
  return withStoredPictures(shop, uploadedPictures(files), (pictures) =>
    transaction(shop.db, async (tx) => {
      await lockCatalogue(tx);
      const createdId = await processedResult(tx, action, shop.now());
      if (createdId !== undefined) return { id: createdId, version: (await readProduct(tx, createdId)).version };
      const record = { name, sell_unit, categories: category, options: options.map((option) => option.name), variants };
      const images = withNewPictures([], pictures);
      const id = await addProduct(tx, shop, { ...record, images }, 'create product', filesBySrc(pictures));
      refuseMissingFiles(shop.pictures, pictures);
      await recordProcessedAction(tx, action, shop.now(), id);
      return { id, version: (await readProduct(tx, id)).version };
    }),
  );
}

function optionsOf(input: NewProduct): OptionInput[] {
  const filledOptions = [
    { field: 'option_1', name: input.option_1, values: input.values_1 },
    { field: 'option_2', name: input.option_2, values: input.values_2 },
  ].filter(({ values }) => values.length > 0);
  const namelessOption = filledOptions.find(({ name }) => name === '');
  if (namelessOption) throw new ShopError('invalid', NO_NAME, { [namelessOption.field]: NO_NAME });
  if (new Set(filledOptions.map(({ name }) => name)).size < filledOptions.length)
    throw new ShopError('invalid', SAME_NAME, { option_2: SAME_NAME });
  return filledOptions;
}
