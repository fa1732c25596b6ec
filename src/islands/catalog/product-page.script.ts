import { retryPictures } from '#islands/ui/retry-pictures.ts';
// Of parts of the page, so that it names and asks for one file.
import '#islands/catalog/buy-box.script.ts';
import '#islands/reviews/reviews-tab.script.ts';
import { showDelivery } from '#islands/cart/show-delivery.ts';
import { startGallery } from '#islands/catalog/gallery-rail.ts';
import { startRecentlyViewed } from '#islands/catalog/start-recently-viewed.ts';
import { startTabs } from '#islands/catalog/tabs.ts';

startGallery();
startTabs();
startRecentlyViewed();
showDelivery();
retryPictures();
