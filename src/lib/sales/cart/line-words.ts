/** Shown instead of the amount for a line that can't be bought as it is (product.md, "Cart"). */
export const NOT_IN_TOTAL = 'Not in the total';
