import { toMetres } from '#lib/primitives/metres.ts';
import type { SoldGoods } from '#lib/sales/money-reports/goods-sold.server.ts';
import { GOODS_VIEWS, type GoodsView } from '#lib/sales/money-reports/money-query.schema.ts';
import type { ReportTable } from '#lib/sales/money-reports/report-table.ts';

export function goodsTable(view: GoodsView, soldGoods: readonly SoldGoods[]): ReportTable {
  return {
    columns: [
      [GOODS_VIEWS[view], 'text'],
      ['Pieces', 'number'],
      ['Metres', 'number'],
      ['Sales', 'total'],
    ],
    rows: soldGoods.map(({ label, pieces, cm, paise }) => [label, pieces, toMetres(cm), paise]),
  };
}

/** Returns the total row of the table. */
export function goodsTotal(soldGoods: readonly SoldGoods[]): ReportTable['rows'][number] {
  const sum = (amountOf: (goods: SoldGoods) => number) =>
    soldGoods.reduce((total, goods) => total + amountOf(goods), 0);
  return ['Total', sum(({ pieces }) => pieces), toMetres(sum(({ cm }) => cm)), sum(({ paise }) => paise)];
}
