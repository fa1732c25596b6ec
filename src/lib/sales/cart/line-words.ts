/** In place of the amount of a line that can't be bought as it is (product.md, "Cart"). */
export const NOT_IN_TOTAL = 'Not in the total';
