import { startGallery } from '#islands/catalog/gallery-rail.ts';
import { startTabs } from '#islands/catalog/tabs.ts';
import { loadOnTouch } from '#islands/waking/load-on-touch.ts';

startGallery();
startTabs();
loadOnTouch('[data-zoom]', () =>
  import('#islands/catalog/gallery-viewer.ts').then((module) => module.openGalleryViewer),
);
