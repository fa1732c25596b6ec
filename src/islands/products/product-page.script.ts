// Of parts of the page, so that it names and asks for one file.
import '#islands/products/buy-box.script.ts';
import '#islands/reviews/reviews-tab.script.ts';
import { rememberedPincode } from '#islands/cart/remembered-pincode.ts';
import { startGallery } from '#islands/products/gallery-rail.ts';
import { startRecentlyViewed } from '#islands/products/start-recently-viewed.ts';
import { startTabs } from '#islands/products/tabs.ts';

startGallery();
startTabs();
startRecentlyViewed();
// Most visitors have checked no pincode, and need not load the code that answers it.
const pincode = rememberedPincode();
if (pincode !== undefined)
  void import('#islands/cart/show-delivery.ts').then(({ showDelivery }) => showDelivery(pincode));
