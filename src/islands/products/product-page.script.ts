// The scripts of all parts of the page are one file, so that they need only one request.
import '#islands/products/buy-box.script.ts';
import '#islands/reviews/reviews-tab.script.ts';
import { recallPincode } from '#islands/cart/remembered-pincode.ts';
import { startGallery } from '#islands/products/gallery-rail.ts';
import { startRecentlyViewed } from '#islands/products/start-recently-viewed.ts';
import { startTabs } from '#islands/products/tabs.ts';

startGallery();
startTabs();
startRecentlyViewed();
// Most visitors have not checked a pincode, so the code that shows its delivery time is not loaded for them.
const pincode = recallPincode();
if (pincode !== undefined)
  void import('#islands/cart/show-delivery.ts').then(({ showDelivery }) => showDelivery(pincode));
